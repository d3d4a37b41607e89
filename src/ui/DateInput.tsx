import { useState } from 'react'
import type { Lang } from '../lib/locale.ts'
import { useControl } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { readDay, showDay } from './day-format.ts'
import { useEarlyInput } from './use-early-input.ts'

export interface DateInputProps {
  lang: Lang
  /** `YYYY-MM-DD`, empty, or what was typed while that is no day: the form's rule says so when the person has finished. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  min?: string
  max?: string
  /** Name of the calendar for readers ("Choose from a calendar"). */
  calendar: string
  placeholder?: string
  autoComplete?: string
}

/**
 * A typed day with the system's calendar beside it. On phones the calendar covers the whole field: wheels beat a keyboard there.
 * The typed text is rewritten in the page's language on leaving, with the month in words, so that 3/9 can be checked.
 */
export function DateInput({ lang, value, onChange, onBlur, min, max, calendar, placeholder, autoComplete }: DateInputProps) {
  const aria = useControl()
  const [typed, setTyped] = useState<string>()
  const day = readDay(value)
  const read = (text: string): void => onChange(readDay(text) ?? text.trim())
  const text = useEarlyInput<HTMLInputElement>(showDay(value, lang), read)
  const picked = useEarlyInput<HTMLInputElement>(day ?? '', onChange)
  return (
    <span className="input date-input">
      <input
        {...aria}
        ref={text}
        className="num"
        type="text"
        inputMode={lang === 'cn' ? 'numeric' : 'text'}
        placeholder={placeholder}
        autoComplete={autoComplete ?? 'off'}
        value={typed ?? showDay(value, lang)}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          read(event.currentTarget.value)
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
        aria-label={calendar}
        value={day ?? ''}
        min={min}
        max={max}
        onClick={(event) => openPicker(event.currentTarget)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
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
