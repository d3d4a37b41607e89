/**
 * Possible meanings of a text that `readDay` does not parse as a single day: the days that it may be, or a date that
 * does not exist.
 */
import { formatDay, isDay, type Day } from './dates.ts'
import type { Lang } from '../locale.ts'
import { dayOfParts, plainOf, shortOrders, thisCentury, wholeOrders, type DayParts } from './read-day.ts'

/** No insured person or buyer was born earlier, and no cover is sold for later. */
const CENTURIES = ['20', '19'] as const

/**
 * `day` one day · `which` several possible days, the likeliest first · `none` a date that does not exist, in words ·
 * `unread` not a date.
 */
export type DayReading =
  | { kind: 'day'; day: Day }
  | { kind: 'which'; days: readonly Day[] }
  | { kind: 'none'; date: string }
  | { kind: 'unread' }
export interface DayRange {
  lang: Lang
  min?: string | undefined
  max?: string | undefined
}

/** `min` and `max` of the field decide the century of a two-digit year, and which of two days is impossible. */
export function dayReading(text: string, { lang, min, max }: DayRange): DayReading {
  const plain = plainOf(text)
  const orders = ordersOf(plain, lang)
  const whole = orders.every(([year]) => year.length === 4)
  const written = orders.flatMap(([year, month, date]) =>
    year.length === 4
      ? [[year, month, date] as const]
      : centuriesOf(year, max).map((full) => [full, month, date] as const),
  )
  const days = [...new Set(written.map(dayOfParts).filter(isDay))]
  const within = days.filter((day) => (!min || day >= min) && (!max || day <= max))
  const [only, second] = whole ? days : []
  if (only !== undefined && second === undefined) return { kind: 'day', day: only }
  const likely = within.length > 0 ? within : days
  if (likely.length > 0) return { kind: 'which', days: likely.slice(0, 3) }
  const missing = written.find(
    ([year, month, date]) =>
      isDay(dayOfParts([year, month, '1'])) && /^\d{1,2}$/.test(date) && date !== '0' && date !== '00',
  )
  return missing && (whole || orders.length === 1)
    ? { kind: 'none', date: dateInWords(missing, lang) }
    : { kind: 'unread' }
}

/** "30 February 1998": written in the same form as existing days. */
function dateInWords([year, month, date]: DayParts, lang: Lang): string {
  const first = formatDay(dayOfParts([year, month, '1']), lang)
  return lang === 'cn' ? first.replace(/1日$/, `${Number(date)}日`) : first.replace(/^1/, String(Number(date)))
}

/**
 * The later year first, if the field accepts it: somebody born "05" is a student far more often than a hundred years
 * old.
 */
const centuriesOf = (year: string, max: string | undefined): string[] => {
  const full = CENTURIES.map((century) => century + year)
  const limit = max ? max.slice(0, 4) : undefined
  return limit === undefined ? [full[0] ?? ''] : full.filter((it) => it <= limit).slice(0, 1)
}

/** The possible orders of the parts, the likeliest in this language first. */
function ordersOf(plain: string, lang: Lang): DayParts[] {
  const whole = wholeOrders(plain)
  if (whole.length > 0) return lang === 'cn' ? [...whole].reverse() : whole
  const { yearLast, yearFirst } = shortOrders(plain)
  if (lang === 'cn') return [...yearFirst, ...yearLast.reverse()]
  // 98-2-3: where no day can be read with the year last, the year is first, in any language.
  const readable = (parts: DayParts[]): boolean => parts.some((it) => isDay(dayOfParts(thisCentury(it))))
  return readable(yearFirst) && !readable(yearLast) ? yearFirst : yearLast
}
