/** When and for how much an order can be paid: the period to pay, its end, the premium. Pure. */
import { isDay, startOfCover, type Day } from '../../../lib/days/dates.ts'
import { money, type Money } from '../../../lib/money/money.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { PAID } from './order-states.ts'
import type { OrderTable } from '../tables.ts'

const MINUTE = 60_000

/** A buyer may pay for this long after sending, ms. */
const PAY_MS = LIMITS.orderMinutes * MINUTE
/** An application is refused when less than this is left to pay before cover begins, ms. */
export const LEAST_PAY_MS = 5 * MINUTE

/** Has the first day of cover begun in Shanghai? A later payment would buy cover for time that has passed. */
export const coverBegun = (start: string, at: number): boolean => isDay(start) && at >= startOfCover(start)

/** The gateway stops accepting payments this long before the order closes, so that each is booked in time, ms. */
export const PAY_MARGIN_MS = MINUTE

/**
 * When an application sent at `at` closes at the latest: after the 90 minutes in which it can be paid and the margin,
 * or at the end of a paying school's period; never past the 00:00 at which cover begins.
 */
export const payDeadline = (at: number, start: Day, schoolPaysUntil: number | null = null): number =>
  Math.min(schoolPaysUntil ?? at + PAY_MS + PAY_MARGIN_MS, startOfCover(start))

export type Payable =
  | { ok: true; amount: Money }
  | { ok: false; reason: 'not_submitted' | 'under_review' | 'declined' | 'expired' | 'paid' | 'cancelled' }

/** May this order be paid now, and how much? */
export function payable(
  row: Pick<OrderTable, 'status' | 'premium_minor' | 'currency' | 'expires_at' | 'start'>,
  now: number,
): Payable {
  const { status } = row
  if (PAID.includes(status)) return { ok: false, reason: 'paid' }
  if (status === 'cancelled' || status === 'discarded') return { ok: false, reason: 'cancelled' }
  if (status === 'declined' || status === 'under_review') return { ok: false, reason: status }
  if (status === 'expired') return { ok: false, reason: 'expired' }
  if (status !== 'awaiting_payment') return { ok: false, reason: 'not_submitted' }
  if (row.expires_at === null || now >= row.expires_at || coverBegun(row.start, now))
    return { ok: false, reason: 'expired' }
  const amount = premiumOf(row)
  return amount ? { ok: true, amount } : { ok: false, reason: 'not_submitted' }
}

/** Until when it can be paid: the one deadline that is ever shown. */
export const payUntil = ({ expires_at: at }: Pick<OrderTable, 'expires_at'>): number | null =>
  at === null ? null : at - PAY_MARGIN_MS

export function premiumOf({
  premium_minor: minor,
  currency,
}: Pick<OrderTable, 'premium_minor' | 'currency'>): Money | null {
  return minor === null || currency === null ? null : money(minor, currency)
}
