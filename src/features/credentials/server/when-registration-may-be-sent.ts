/** How many registrations somebody may send, and until when one is decided. Pure. */
import { LIMITS } from '../../../lib/limits-and-periods.ts'

const DAY = 24 * 3_600_000
export const DAY_MS = DAY
export const MONTH_MS = 30 * DAY

/**
 * Milliseconds until someone may send again, so that nobody can try numbers until one matches: limited per day and
 * month. `sent` are the instants of earlier ones, in any order.
 */
export function waitUntilNext(sent: readonly number[], now: number): number {
  const freeAt = (most: number, period: number): number => {
    const recent = sent.filter((at) => at > now - period).sort((a, b) => b - a)
    const oldest = recent[most - 1]
    return oldest === undefined ? 0 : oldest + period - now
  }
  return Math.max(freeAt(LIMITS.registrationsDay, DAY), freeAt(LIMITS.registrationsMonth, MONTH_MS))
}

/** Latest decision, ms. */
export const dueAt = (submittedAt: number): number => submittedAt + LIMITS.registrationDays * DAY
