/** The clock of the place where the device is, beside Beijing's. */
import { formatInstant } from './dates.ts'
import type { Lang } from '../locale.ts'

const SHANGHAI_MS = 8 * 3_600_000

/** An instant on this device's own calendar and clock; `undefined` where that shows Beijing time. */
export function formatHere(instant: number, lang: Lang): string | undefined {
  const ahead = -60_000 * new Date(instant).getTimezoneOffset() - SHANGHAI_MS
  return ahead === 0 ? undefined : formatInstant(instant + ahead, lang)
}
