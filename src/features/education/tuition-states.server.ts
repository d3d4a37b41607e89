/** Rules of tuition payments: their states and their times. Pure. */
import { z } from 'zod'
import { endOfCover, dayOf } from '../../lib/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { TuitionStatus } from './contract.ts'

/** A refund that the second operator refuses leads back to where it was. */
const graph: Graph<TuitionStatus> = {
  awaiting_payment: ['paid', 'cancelled', 'expired'],
  paid: ['sent', 'returning'],
  sent: ['confirmed', 'returning'],
  confirmed: ['returning'],
  returning: ['returned', 'paid', 'sent', 'confirmed'],
  returned: [], cancelled: [], expired: [],
}
export const tuitionMachine = machine({ entity: 'education_order', table: 'education_orders', graph })

/** Money of the payer is with us, or on a way of which we do not know the end. */
export const WITH_MONEY = ['paid', 'sent', 'returning'] as const satisfies readonly TuitionStatus[]

/** What was said, as it lies sealed. */
export const tuitionFacts = z.object({ student: z.string(), studentNumber: z.string(), payer: z.string(), reference: z.string(), contact: z.string() })
export type TuitionFacts = z.output<typeof tuitionFacts>

const MINUTE = 60_000
export const DAY_MS = 86_400_000

/** How long a quote holds, ms: to the end of the day whose rate it has, and for a quarter of an hour at least. */
export const quoteUntil = (now: number): number =>
  Math.min(now + LIMITS.tuitionQuoteMinutes * MINUTE, Math.max(endOfCover(dayOf(now)), now + LIMITS.tuitionQuoteLeast * MINUTE))

/** An unpaid one closes so long after its time: what the gateway took at the last moment is booked first, ms. */
export const CLOSE_MARGIN_MS = MINUTE

export const sendBy = (paidAt: number): number => paidAt + LIMITS.tuitionSendDays * DAY_MS
export const confirmBy = (sentAt: number, settlementDays: number): number => sentAt + settlementDays * DAY_MS

/** Payments of one device or login within a day. */
export const MOST_A_DAY = 20
