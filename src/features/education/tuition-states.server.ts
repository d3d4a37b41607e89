/** Rules of tuition payments: their states and their times. Pure. */
import { z } from 'zod'
import { endOfCover, dayOf } from '../../lib/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { TuitionStatus } from './contract.ts'

/** If the second operator refuses a refund, the order returns to its earlier state. */
const graph: Graph<TuitionStatus> = {
  awaiting_payment: ['paid', 'cancelled', 'expired'],
  paid: ['sent', 'returning'],
  sent: ['confirmed', 'returning'],
  confirmed: ['returning'],
  returning: ['returned', 'paid', 'sent', 'confirmed'],
  returned: [], cancelled: [], expired: [],
}
export const tuitionMachine = machine({ entity: 'education_order', table: 'education_orders', graph })

/** States in which we hold the payer's money, or do not know yet whether a transfer or refund has arrived. */
export const WITH_MONEY = ['paid', 'sent', 'returning'] as const satisfies readonly TuitionStatus[]

/** The sealed data of an order. */
export const tuitionFacts = z.object({ student: z.string(), studentNumber: z.string(), payer: z.string(), reference: z.string(), contact: z.string() })
export type TuitionFacts = z.output<typeof tuitionFacts>

const MINUTE = 60_000
export const DAY_MS = 86_400_000

/** When a quote expires, ms: after an hour or at the end of the day whose rate it uses, but not before a quarter of an hour. */
export const quoteUntil = (now: number): number =>
  Math.min(now + LIMITS.tuitionQuoteMinutes * MINUTE, Math.max(endOfCover(dayOf(now)), now + LIMITS.tuitionQuoteLeast * MINUTE))

/** Time from the end of a quote until the unpaid order closes, ms: a payment made at the last moment is booked first. */
export const CLOSE_MARGIN_MS = MINUTE

export const sendBy = (paidAt: number): number => paidAt + LIMITS.tuitionSendDays * DAY_MS
export const confirmBy = (sentAt: number, settlementDays: number): number => sentAt + settlementDays * DAY_MS

/** Most payments of one device or login within a day. */
export const MOST_A_DAY = 20
