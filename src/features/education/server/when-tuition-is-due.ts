/**
 * Until when a quote can be paid, when tuition must be passed on and confirmed, and how many payments one may begin.
 * Pure.
 */
import { endOfCover, dayOf } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'

const MINUTE = 60_000
export const DAY_MS = 86_400_000

/**
 * When a quote expires, ms: after an hour or at the end of the day whose rate it uses, but not before a quarter of an
 * hour.
 */
export const quoteUntil = (now: number): number =>
  Math.min(
    now + LIMITS.tuitionQuoteMinutes * MINUTE,
    Math.max(endOfCover(dayOf(now)), now + LIMITS.tuitionQuoteLeast * MINUTE),
  )

/** Time from the end of a quote until the unpaid order closes, ms: a payment made at the last moment is booked first. */
export const CLOSE_MARGIN_MS = MINUTE

export const sendBy = (paidAt: number): number => paidAt + LIMITS.tuitionSendDays * DAY_MS
export const confirmBy = (sentAt: number, settlementDays: number): number => sentAt + settlementDays * DAY_MS
