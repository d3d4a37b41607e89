/** How a field shows a day. How typed text is parsed: `lib/days/read-day.ts`. */
import { isDay } from '../lib/days/dates.ts'
import type { Lang } from '../lib/locale.ts'

const SHORT = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']

/** "10 Jan 2027" / "2027-01-10". Text that is not a day stays as typed. */
export function showDay(value: string, lang: Lang): string {
  if (!isDay(value) || lang === 'cn') return value
  return `${Number(value.slice(8))} ${SHORT[Number(value.slice(5, 7)) - 1]} ${value.slice(0, 4)}`
}
