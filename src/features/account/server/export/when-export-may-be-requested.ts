/**
 * When a person may request a copy of their data, and how often it is tried. Pure. Published figures: `exportDays`,
 * `exportsDay` in `LIMITS`.
 */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'

const DAY = 86_400_000
export const EXPORT_MS = LIMITS.exportDays * DAY
/** Requests of the last 24 hours are counted. */
export const EXPORT_WINDOW_MS = DAY
export const TICKET_MS = LIMITS.exportTicketMinutes * 60_000
/** Tries of the job before its owner is told that it failed. */
export const EXPORT_ATTEMPTS = 4

/** How many more may be requested, given the instants of earlier requests. */
export const exportsLeft = (asked: readonly number[], now: number): number =>
  Math.max(0, LIMITS.exportsDay - asked.filter((at) => at > now - EXPORT_WINDOW_MS).length)
