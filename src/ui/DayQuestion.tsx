import { formatDay } from '../lib/days/dates.ts'
import { dayReading } from '../lib/days/ambiguous-day.ts'
import type { Lang } from '../lib/locale.ts'
import { TextLink } from './TextLink.tsx'

interface Props {
  value: string
  lang: Lang
  min?: string | undefined
  max?: string | undefined
  words: { which: string; none: (date: string) => string }
  /** False while the day is being typed. */
  asked: boolean
  /** The field already says what is wrong: a day that does not exist is said once. */
  failed: true | undefined
  answer: (day: string) => void
}

/** Below a date field that was left: asks which of two days is meant, or says that there is no such day. */
export default function DayQuestion({ value, lang, min, max, words, asked, failed, answer }: Props) {
  if (!asked) return null
  const reading = dayReading(value, { lang, min, max })
  if (reading.kind === 'none')
    return failed ? null : (
      <p role="status" className="text-small text-ink-2">
        {words.none(reading.date)}
      </p>
    )
  if (reading.kind !== 'which') return null
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-4 text-small">
      {words.which}
      {reading.days.map((day) => (
        <TextLink key={day} onClick={() => answer(day)}>
          {formatDay(day, lang)}
        </TextLink>
      ))}
    </p>
  )
}
