/** The state graphs of orders and consents, and the pure rules around them (design §5). */
import { isDay, startOfCover, type Day } from '../../lib/dates.ts'
import { money, isCurrency, type Money } from '../../lib/money.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { OrderStatus } from './contract.ts'
import type { OrderTable } from './tables.server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** A buyer may pay for this long after sending, ms. */
export const PAY_MS = LIMITS.orderMinutes * MINUTE
/** An application is refused when less than this is left to pay before cover begins, ms. */
export const LEAST_PAY_MS = 5 * MINUTE

/** Has the first day of cover begun in Shanghai? A later payment would buy cover for time that has passed. */
export const coverBegun = (start: string, at: number): boolean => isDay(start) && at >= startOfCover(start)

export const EXPIRE_JOB = 'order.expire'
/** The gateway stops accepting payments this long before the order closes, so that each is booked in time, ms. */
export const PAY_MARGIN_MS = MINUTE

/**
 * When an application sent at `at` closes at the latest: after the 90 minutes in which it can be paid and the margin, or at the end of a paying
 * school's period; never past the 00:00 at which cover begins.
 */
export const payDeadline = (at: number, start: Day, schoolPaysUntil: number | null = null): number => Math.min(schoolPaysUntil ?? at + PAY_MS + PAY_MARGIN_MS, startOfCover(start))
/** Lifetime of the link sent to the student, ms. */
export const CONSENT_MS = 7 * DAY
/** Least time between two consent messages to the same destination, ms. */
export const CONSENT_AGAIN_MS = MINUTE
/** Most consent messages for one order, and most to one person in a day, whoever asks. */
export const CONSENT_SENDS = 10
/** Most from one network address: enough for a school with a class, too few to cause cost or nuisance. */
export const CONSENTS_PER_HOUR = 100

export const ORDER_GRAPH: Graph<OrderStatus> = {
  created: ['under_review', 'awaiting_payment', 'discarded'],
  // An application under review cannot be given up, except by withdrawing the consent to sensitive data.
  under_review: ['created', 'declined', 'cancelled'],
  declined: [],
  discarded: [],
  awaiting_payment: ['paid', 'cancelled', 'expired', 'created'],
  paid: ['issuing'],
  issuing: ['issued', 'issue_failed'],
  issued: [],
  issue_failed: ['refunded'],
  refunded: [],
  cancelled: [],
  expired: [],
}
export const orderMachine = machine({ entity: 'order', table: 'orders', graph: ORDER_GRAPH })

export type ConsentStatus = 'sent' | 'agreed' | 'refused' | 'void'
const CONSENT_GRAPH: Graph<ConsentStatus> = { sent: ['agreed', 'refused', 'void'], agreed: ['void'], refused: ['void'], void: [] }
export const consentMachine = machine({ entity: 'consent', table: 'consents', graph: CONSENT_GRAPH })

/** Orders that have cover or soon will: a second one for the same person and days causes a warning. */
export const LIVE: readonly OrderStatus[] = ['under_review', 'awaiting_payment', 'paid', 'issuing', 'issued']
/** Orders that are finished without cover. */
export const CLOSED: readonly OrderStatus[] = ['discarded', 'declined', 'cancelled', 'expired', 'issue_failed', 'refunded']
export const PAID: readonly OrderStatus[] = ['paid', 'issuing', 'issued', 'issue_failed', 'refunded']

export type Payable = { ok: true; amount: Money } | { ok: false; reason: 'not_submitted' | 'under_review' | 'declined' | 'expired' | 'paid' | 'cancelled' }

/** May this order be paid now, and how much? */
export function payable(row: Pick<OrderTable, 'status' | 'premium_minor' | 'currency' | 'expires_at' | 'start'>, now: number): Payable {
  const status = row.status as OrderStatus
  if (PAID.includes(status)) return { ok: false, reason: 'paid' }
  if (status === 'cancelled' || status === 'discarded') return { ok: false, reason: 'cancelled' }
  if (status === 'declined' || status === 'under_review') return { ok: false, reason: status }
  if (status === 'expired') return { ok: false, reason: 'expired' }
  if (status !== 'awaiting_payment') return { ok: false, reason: 'not_submitted' }
  if (row.expires_at === null || now >= Number(row.expires_at) || coverBegun(row.start, now)) return { ok: false, reason: 'expired' }
  const amount = premiumOf(row)
  return amount ? { ok: true, amount } : { ok: false, reason: 'not_submitted' }
}

/** Until when it can be paid: the one deadline that is ever shown. */
export const payUntil = ({ expires_at: at }: Pick<OrderTable, 'expires_at'>): number | null => (at === null ? null : Number(at) - PAY_MARGIN_MS)

export function premiumOf({ premium_minor: minor, currency }: Pick<OrderTable, 'premium_minor' | 'currency'>): Money | null {
  return minor === null || currency === null || !isCurrency(currency) ? null : money(Number(minor), currency)
}

/** Do two terms share a day? Both ends count. */
export const overlaps = (a: { start: string; end: string }, b: { start: string; end: string }): boolean =>
  a.start !== '' && b.start !== '' && a.start <= b.end && b.start <= a.end
