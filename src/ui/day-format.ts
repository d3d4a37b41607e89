/** Reads a day as people type it. English is day first ("10 Jan 2027"), Chinese year first; ISO and 8 digits in both. */
import { isDay } from '../lib/dates.ts'
import type { Lang } from '../lib/locale.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const SHORT = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** `YYYY-MM-DD`, or `undefined` when the text is no day that exists. */
export function readDay(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  const [year, month, date] = partsOf(plain) ?? []
  if (!year || !month || !date) return undefined
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isDay(day) ? day : undefined
}

function partsOf(plain: string): [string, string, string] | undefined {
  const digits = /^(\d{4})(\d\d)(\d\d)$/.exec(plain)
  if (digits) return [digits[1] ?? '', digits[2] ?? '', digits[3] ?? '']
  const [a = '', b = '', c = '', more] = plain.split(/[\s,./\-年月日号]+/).filter(Boolean)
  if (more !== undefined || !c) return undefined
  if (/^\d{4}$/.test(a)) return [a, monthOf(b), c]
  if (/^\d{4}$/.test(c)) return /^\d{1,2}$/.test(a) ? [c, monthOf(b), a] : [c, monthOf(a), b]
  return undefined
}

function monthOf(text: string): string {
  if (/^\d{1,2}$/.test(text)) return text
  const index = text.length >= 3 ? MONTHS.findIndex((name) => text.startsWith(name)) : -1
  return index < 0 ? '' : String(index + 1)
}

/** As it stands in a field: "10 Jan 2027" / "2027-01-10". Text that is no day stays as typed. */
export function showDay(value: string, lang: Lang): string {
  if (!isDay(value) || lang === 'cn') return value
  return `${Number(value.slice(8))} ${SHORT[Number(value.slice(5, 7)) - 1]} ${value.slice(0, 4)}`
}
