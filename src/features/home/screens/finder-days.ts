/**
 * Days of the front page's finder: typed and shown in the page's language as in the lists (`ui/DateInput.tsx`), without
 * React.
 */
import type { Lang } from '../../../lib/locale.ts'
import { now } from '../../../lib/days/clock.ts'
import { formatDay, type Day } from '../../../lib/days/dates.ts'
import { dayReading } from '../../../lib/days/ambiguous-day.ts'
import { readDay } from '../../../lib/days/read-day.ts'
import { showDay } from '../../../ui/day-format.ts'

/** Safe to call more than once: both the first pointer event and the first focus call it. */
export function fillDays(form: HTMLFormElement): void {
  const lang: Lang = form.dataset['lang'] === 'cn' ? 'cn' : 'en'
  const dayIn = (ms: number): Day => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now() + ms)
  const today = dayIn(0)
  const tomorrow = dayIn(86_400_000)
  const days = [...form.querySelectorAll('.date-input')].flatMap((box) => {
    const [typed, calendar] = box.querySelectorAll('input')
    return typed && calendar ? { typed, calendar } : []
  })
  /** Text for the browser's validation bubble. An ambiguous entry is shown as its two days with the month in words. */
  const problemOf = ({ value }: HTMLInputElement, { min, max }: HTMLInputElement): string => {
    const reading = dayReading(value, { lang, min, max })
    const { noDay = '', which = '', none = '' } = form.dataset
    if (reading.kind === 'which')
      return which.replace('{{days}}', reading.days.map((day) => formatDay(day, lang)).join(' / '))
    return reading.kind === 'none' ? none.replace('{{date}}', reading.date) : noDay
  }
  /** Cover starts tomorrow at the earliest (`earliestStart`); the last day follows the first. */
  const limit = (): void =>
    days.forEach(({ typed: { name }, calendar }) => {
      if (name === 'birth') calendar.max = today
      else calendar.min = (name === 'end' && days[0]?.calendar.value) || tomorrow
    })
  const read = (): void => {
    for (const { typed, calendar } of days) calendar.value = readDay(typed.value) ?? ''
    limit()
    for (const { typed, calendar } of days) {
      const { rangeUnderflow, rangeOverflow } = calendar.validity
      // The browser's own words about a day that is too early or too late are in its language and name the calendar's
      // form of it.
      const early =
        typed.name === 'end' && calendar.min !== tomorrow ? 'end' : typed.name === 'birth' ? 'birth' : 'start'
      typed.setCustomValidity(
        typed.value && !calendar.value
          ? problemOf(typed, calendar)
          : rangeUnderflow || rangeOverflow
            ? (form.dataset[early] ?? '')
            : '',
      )
    }
  }
  for (const { typed, calendar } of days) {
    // The day may have been entered while this script was loading.
    if (typed !== document.activeElement)
      typed.value = showDay(readDay(typed.value) ?? (typed.value || calendar.value), lang)
    typed.oninput = read
    typed.onblur = () => (typed.value = showDay(calendar.value || typed.value, lang))
    calendar.onchange = () => {
      typed.value = showDay(calendar.value, lang)
      read()
    }
    // Where `showPicker` is missing or refused, the native field opens its calendar itself.
    calendar.onclick = () => {
      try {
        calendar.showPicker?.()
      } catch {
        calendar.focus()
      }
    }
  }
  read()
  // In the address, days are in the format that all pages use, and empty fields are left out.
  form.onformdata = ({ formData }) => {
    for (const { typed, calendar } of days) formData.set(typed.name, calendar.value)
    for (const [name, value] of Array.from(formData)) if (!value) formData.delete(name)
  }
}
