import { Suspense, useState, lazy, type ComponentType, type LazyExoticComponent } from 'react'
import type { Lang } from '../lib/locale.ts'
import { useControl } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { DAY_TEXT_MAX, readDay } from '../lib/days/read-day.ts'
import { showDay } from './day-format.ts'
import { useEarlyInput } from './use-early-input.ts'

/**
 * A part that few people need, loaded when it is rendered; if it fails to load, nothing is shown. Needs `Suspense`
 * around it.
 */
const optionalLazy = <P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() => load().catch((): { default: ComponentType<P> } => ({ default: () => null })))

/** Few people need it, so it is loaded only when there may be something to ask. */
const DayQuestion = optionalLazy(() => import('./DayQuestion.tsx'))

export interface DateInputProps {
  lang: Lang
  /**
   * `YYYY-MM-DD`, empty, or the typed text while that is not a day: the form's rule reports it when the person has
   * finished.
   */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  min?: string
  max?: string
  /** Label of the calendar button for screen readers ("Choose from a calendar"). */
  calendar: string
  /**
   * Asked once the field is left with an ambiguous day or none: "Which date do you mean?" · "There is no 30 February
   * 1998"
   */
  words: { which: string; none: (date: string) => string }
  placeholder?: string
  autoComplete?: string
}

/**
 * A typed day with the system's calendar beside it. On phones the calendar covers the whole field, because its wheels
 * are easier than typing. Keyboards pass the calendar by: its three parts and its button would be four more stops that
 * nobody sees. When the field is left, the text is rewritten in the page's language with the month in words. If it may
 * be two days, the field asks which, and the Tab key goes to the answers.
 */
export function DateInput({
  lang,
  value,
  onChange,
  onBlur,
  min,
  max,
  calendar,
  words,
  placeholder,
  autoComplete,
}: DateInputProps) {
  const aria = useControl()
  const [typed, setTyped] = useState<string>()
  const day = readDay(value)
  const read = (text: string): void => onChange(readDay(text) ?? text.trim())
  const text = useEarlyInput<HTMLInputElement>(showDay(value, lang), (early) => {
    read(early)
    // The field was left before the script ran: nothing else reports its value to the form.
    if (document.activeElement !== text.current) onBlur?.()
  })
  const picked = useEarlyInput<HTMLInputElement>(day ?? '', onChange)
  const answer = (one: string): void => {
    onChange(one)
    text.current?.focus()
  }
  return (
    <>
      <span className="input date-input">
        <input
          {...aria}
          ref={text}
          className="num"
          type="text"
          inputMode={lang === 'cn' ? 'numeric' : 'text'}
          placeholder={placeholder}
          autoComplete={autoComplete ?? 'off'}
          maxLength={DAY_TEXT_MAX}
          value={typed ?? showDay(value, lang)}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            read(event.currentTarget.value)
          }}
          onKeyDown={(event) => {
            // Asked before the focus moves, so that it moves to the days to choose from and not past them.
            if (event.key === 'Tab' && !event.shiftKey) setTyped(undefined)
          }}
          onBlur={() => {
            setTyped(undefined)
            onBlur?.()
          }}
        />
        <Icon name="calendar" className="text-ink-2" />
        <input
          ref={picked}
          type="date"
          tabIndex={-1}
          aria-label={calendar}
          value={day ?? ''}
          min={min}
          max={max}
          onClick={(event) => openPicker(event.currentTarget)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </span>
      {!day && value && (
        <Suspense fallback={null}>
          <DayQuestion
            {...{ value, lang, min, max, words }}
            asked={typed === undefined}
            failed={aria?.['aria-invalid']}
            answer={answer}
          />
        </Suspense>
      )}
    </>
  )
}

/** Older browsers have no `showPicker`; there the tap itself opens the native calendar. */
function openPicker(input: HTMLInputElement): void {
  try {
    input.showPicker?.()
  } catch {
    input.focus()
  }
}
