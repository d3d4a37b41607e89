/** The clock of the place where the device is, beside Beijing's. */
import { formatRecent, startOfCover, type Day } from './dates.ts'
import type { Lang } from '../locale.ts'

const SHANGHAI_MS = 8 * 3_600_000

/**
 * An instant on this device's own calendar and clock, without its day if that is the `written` one beside which it
 * stands; `undefined` where the device shows Beijing time.
 */
export function formatHere(instant: number, lang: Lang, written: Day): string | undefined {
  const ahead = -60_000 * new Date(instant).getTimezoneOffset() - SHANGHAI_MS
  return ahead === 0 ? undefined : formatRecent(instant + ahead, lang, startOfCover(written))
}
