/**
 * Parses a day as people type it. English is day first ("10 Jan 2027"), Chinese year first; ISO and 8 digits in both.
 * For an ambiguous text (1/2/2027, 3/4/05) the form asks (`ambiguous-day.ts`) and never guesses: a wrong date of birth
 * makes a wrong policy.
 */
import { isDay, type Day } from './dates.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Longer than any written day. */
export const DAY_TEXT_MAX = 40

/** Year, month and date as written. */
export type DayParts = readonly [year: string, month: string, date: string]

/** `YYYY-MM-DD`, or `undefined` where the text is not an existing day, or may be more than one. */
export function readDay(text: string): Day | undefined {
  const days = new Set(wholeOrders(plainOf(text)).map(dayOfParts).filter(isDay))
  const [only, second] = days
  return second === undefined ? only : undefined
}

/**
 * The error of a form for a text that is not a single day: a text that can be read as a day is asked about, and never
 * called wrong.
 */
export function dayError(text: string): 'date_ambiguous' | 'no_such_day' | 'date_format' {
  const plain = plainOf(text)
  const { yearLast, yearFirst } = shortOrders(plain)
  const orders = [...wholeOrders(plain), ...[...yearLast, ...yearFirst].map(thisCentury)]
  if (orders.some((parts) => isDay(dayOfParts(parts)))) return 'date_ambiguous'
  return orders.some(([year, month, date]) => isDay(dayOfParts([year, month, '1'])) && Number(date) > 0)
    ? 'no_such_day'
    : 'date_format'
}

/** Without what is only spoken: "the 5th of January". */
export const plainOf = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/(\d)(?:st|nd|rd|th)\b/g, '$1')
    .replace(/\b(?:the|of)\b/g, ' ')
export const thisCentury = ([year, month, date]: DayParts): DayParts => [`20${year}`, month, date]
export const dayOfParts = ([year, month, date]: DayParts): string =>
  `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
const piecesOf = (plain: string): string[] => plain.split(/[\s,./\p{Pd}\u2212年月日号]+/u).filter(Boolean)

/** The possible orders of the parts with a four-digit year, day first before month first. */
export function wholeOrders(plain: string): DayParts[] {
  const digits = /^(\d{4})(\d\d)(\d\d)$/.exec(plain)
  const [a = '', b = '', c = '', more] = digits ? digits.slice(1) : piecesOf(plain)
  if (more !== undefined || !c) return []
  if (/^\d{4}$/.test(a)) return [[a, monthOf(b), c]]
  if (!/^\d{4}$/.test(c)) return []
  const dayFirst: DayParts = [c, monthOf(b), a]
  const monthFirst: DayParts = [c, monthOf(a), b]
  return [dayFirst, monthFirst].filter(([, month, date]) => month !== '' && /^\d{1,2}$/.test(date))
}

/**
 * The orders with a two-digit year. The year is first where the month is a number, or where the first number can be no
 * day.
 */
export function shortOrders(plain: string): { yearLast: DayParts[]; yearFirst: DayParts[] } {
  const digits = /^(\d\d)(\d\d)(\d\d)$/.exec(plain)
  const [a = '', b = '', c = '', more] = digits ? digits.slice(1) : piecesOf(plain)
  const likely = (orders: DayParts[]): DayParts[] =>
    more === undefined
      ? orders.filter(([year, month, date]) => /^\d\d$/.test(year) && month !== '' && /^\d{1,2}$/.test(date))
      : []
  return {
    yearLast: plain.includes('年')
      ? []
      : likely([
          [c, monthOf(b), a],
          [c, monthOf(a), b],
        ]),
    yearFirst: /^\d/.test(b) || Number(a) > 31 ? likely([[a, monthOf(b), c]]) : [],
  }
}

function monthOf(text: string): string {
  if (/^\d{1,2}$/.test(text)) return text
  const index = text.length >= 3 ? MONTHS.findIndex((name) => text.startsWith(name)) : -1
  return index < 0 ? '' : String(index + 1)
}
