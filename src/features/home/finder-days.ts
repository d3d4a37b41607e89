/** Days of the front page's finder: typed and shown in the page's language as in the lists (`ui/DateInput.tsx`), without React. */
import type { Lang } from '../../lib/locale.ts'
import { readDay, showDay } from '../../ui/day-format.ts'

/** May be called again: it is asked for by whichever comes first, a pointer or the focus. */
export function fillDays(form: HTMLFormElement): void {
  const lang = form.dataset['lang'] as Lang
  const [today, tomorrow] = [0, 86_400_000].map((ms) => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(Date.now() + ms)) as [string, string]
  const days = [...form.querySelectorAll('.date-input')].map((box) => {
    const [typed, calendar] = box.querySelectorAll('input')
    return { typed: typed as HTMLInputElement, calendar: calendar as HTMLInputElement }
  })
  /** Cover starts tomorrow at the earliest (`earliestStart`); the last day follows the first. */
  const limit = (): void =>
    days.forEach(({ typed: { name }, calendar }) => {
      if (name === 'birth') calendar.max = today
      else calendar.min = (name === 'end' && days[0]?.calendar.value) || tomorrow
    })
  const read = (): void => {
    for (const { typed, calendar } of days) {
      calendar.value = readDay(typed.value) ?? ''
      typed.setCustomValidity(typed.value && !calendar.value ? form.dataset['noDay'] ?? '' : '')
    }
    limit()
  }
  for (const { typed, calendar } of days) {
    // Chosen or typed, and left, while this was on its way.
    if (typed !== document.activeElement) typed.value = showDay(readDay(typed.value) ?? (typed.value || calendar.value), lang)
    typed.oninput = read
    typed.onblur = () => (typed.value = showDay(calendar.value || typed.value, lang))
    calendar.onchange = () => {
      typed.value = showDay(calendar.value, lang)
      read()
    }
    // Where there is no `showPicker`, or not here, the native field opens by itself.
    calendar.onclick = () => {
      try {
        calendar.showPicker?.()
      } catch {
        calendar.focus()
      }
    }
  }
  read()
  // The address holds days as all pages write them, and no empty parts.
  form.onformdata = ({ formData }) => {
    for (const { typed, calendar } of days) formData.set(typed.name, calendar.value)
    for (const [name, value] of [...formData]) if (!value) formData.delete(name)
  }
}
