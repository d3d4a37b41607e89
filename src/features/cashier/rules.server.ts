/** Payment and refund graphs (design §5), and the effect of a provider's statement on a payment. Pure. */
import type { Money } from '../../lib/money.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { Failure, PaymentState, Refused, RefundState } from './contract.ts'
import type { Trade } from './provider.server.ts'

/**
 * Success is final. A failure is only our reading of the provider's statement, and money that arrives all the same
 * is booked, and refunded if the order does not want it any more. `error`: a wrong sum was taken.
 */
const payments: Graph<PaymentState> = {
  created: ['started', 'succeeded', 'failed', 'error'],
  started: ['succeeded', 'failed', 'error'],
  failed: ['succeeded', 'error'],
  error: [],
  succeeded: [],
}
export const paymentMachine = machine({ entity: 'payment', table: 'payments', graph: payments })

const refunds: Graph<RefundState> = {
  requested: ['under_review'],
  under_review: ['approved', 'rejected'],
  approved: ['submitted'],
  rejected: [],
  // Approved again if a bank refused the whole file that contained it.
  submitted: ['succeeded', 'failed', 'approved'],
  succeeded: [],
  // Another attempt, or another way.
  failed: ['approved'],
}
export const refundMachine = machine({ entity: 'refund', table: 'refunds', graph: refunds })

/** Whether it was paid or has expired follows from its payable. */
const paymentLinks: Graph<'open' | 'ended'> = { open: ['ended'], ended: [] }
export const paymentLinkMachine = machine({ entity: 'payment_link', table: 'payment_links', graph: paymentLinks })

export const OPEN_STATES = ['created', 'started'] as const satisfies readonly PaymentState[]
export const isOpen = (status: string): boolean => status === 'created' || status === 'started'

/** Reasons that refund everything for something that was not delivered: by rule, or requested by the buyer. A refused request has released its money. */
export const RETURNED_UNDELIVERED = ['issue_failed', 'not_issued'] as const

export type Decision =
  | { act: 'none' }
  | { act: 'start'; ref: string; refused: Refused | null }
  /** Another try by the payer was refused, or is in progress: the payment stays open. */
  | { act: 'note'; refused: Refused | null }
  | { act: 'succeed'; ref: string; paid: Money; at: number }
  /** Another sum or currency than was asked for. */
  | { act: 'hold'; ref: string; paid: Money; at: number }
  | { act: 'fail'; failure: Failure; ref: string }

/** What to do when the provider states `trade`: the same for a notification, a query and a close, in any order. */
export function decide(payment: { status: PaymentState; amount: Money; failure: Failure | null }, trade: Trade): Decision {
  const { status } = payment
  if (status === 'succeeded' || status === 'error') return { act: 'none' }
  if (trade.state === 'succeeded') {
    const { ref, paid, at } = trade
    const fits = paid.amount === payment.amount.amount && paid.currency === payment.amount.currency
    return { act: fits ? 'succeed' : 'hold', ref, paid, at }
  }
  if (status === 'failed') return { act: 'none' }
  if (trade.state === 'failed') return { act: 'fail', failure: trade.failure, ref: trade.ref }
  const refused = trade.refused ?? null
  if (status === 'created') return { act: 'start', ref: trade.ref, refused }
  return refused === payment.failure ? { act: 'none' } : { act: 'note', refused }
}

/** Time between queries about an open payment, ms: a share of its age, within bounds. `duePayments` has the same rule in SQL. */
export const QUERY_INTERVALS = { least: 15_000, share: 4, most: 300_000 } as const
/** Milliseconds to wait before querying the provider again about an open payment of this age. */
export const queryInterval = (age: number): number => Math.min(Math.max(QUERY_INTERVALS.least, age / QUERY_INTERVALS.share), QUERY_INTERVALS.most)

/** One step in the calculation of a refund: a signed sum, in words `policies:refundLine.<id>`. */
export interface RefundLine {
  id: string
  /** Minor units, negative for what is kept. */
  amount: number
  /** Figures that the words quote. */
  values?: Record<string, string | number>
}

export interface RefundPart {
  id: string
  amount: number
}

/**
 * Distributes a refund over the payments that it came from, the latest first, because providers refund old ones
 * least willingly. `undefined` when less than that is left of the payments.
 */
export function splitRefund(payments: readonly { id: string; left: number }[], amount: number): RefundPart[] | undefined {
  let rest = amount
  const parts = payments.map(({ id, left }) => {
    const part = Math.min(rest, Math.max(0, left))
    rest -= part
    return { id, amount: part }
  })
  return rest === 0 ? parts.filter((part) => part.amount > 0) : undefined
}

/** What can still be refunded of a payment, minor units. `reserved` counts every refund that was neither refused nor failed. */
export const refundableAmount = (paid: number, reserved: number): number => Math.max(0, paid - reserved)
