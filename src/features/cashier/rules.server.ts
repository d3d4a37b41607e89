/** Payment and refund graphs (design §5) and what a provider's word does to a payment. Pure. */
import type { Money } from '../../lib/money.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { Failure, PaymentState, RefundState } from './contract.ts'
import type { Trade } from './provider.server.ts'

/**
 * Success is final. A failure is our reading of the provider's word, and money that arrives all the same is money:
 * it is booked, and given back when the order no longer wants it. `error`: a sum that does not fit was taken.
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
  // Approved again where a bank refused the whole file that it was in.
  submitted: ['succeeded', 'failed', 'approved'],
  succeeded: [],
  // Another try, or another way.
  failed: ['approved'],
}
export const refundMachine = machine({ entity: 'refund', table: 'refunds', graph: refunds })

/** That it was paid, or that its time is over, is read of what it is for. */
const paymentLinks: Graph<'open' | 'ended'> = { open: ['ended'], ended: [] }
export const paymentLinkMachine = machine({ entity: 'payment_link', table: 'payment_links', graph: paymentLinks })

export const OPEN_STATES = ['created', 'started'] as const satisfies readonly PaymentState[]
export const isOpen = (status: string): boolean => status === 'created' || status === 'started'

/** Reasons that return everything for what was not delivered: by rule, or asked for by the buyer. A refused request has freed its money. */
export const RETURNED_UNDELIVERED = ['issue_failed', 'not_issued'] as const

export type Decision =
  | { act: 'none' }
  | { act: 'start'; ref: string }
  | { act: 'succeed'; ref: string; paid: Money; at: number }
  /** Another sum or currency than was asked for. */
  | { act: 'hold'; ref: string; paid: Money; at: number }
  | { act: 'fail'; failure: Failure; ref: string }

/** What to do when the provider states `trade`: the same for a notification, a query and a close, in any order. */
export function decide(payment: { status: PaymentState; amount: Money }, trade: Trade): Decision {
  const { status } = payment
  if (status === 'succeeded' || status === 'error') return { act: 'none' }
  if (trade.state === 'succeeded') {
    const { ref, paid, at } = trade
    const fits = paid.amount === payment.amount.amount && paid.currency === payment.amount.currency
    return { act: fits ? 'succeed' : 'hold', ref, paid, at }
  }
  if (status === 'failed') return { act: 'none' }
  if (trade.state === 'failed') return { act: 'fail', failure: trade.failure, ref: trade.ref }
  return status === 'created' ? { act: 'start', ref: trade.ref } : { act: 'none' }
}

/** How long to wait between queries about an open payment, ms: a share of its age, within bounds. `duePayments` has the same rule in SQL. */
export const QUERY_INTERVALS = { least: 15_000, share: 4, most: 300_000 } as const
/** Milliseconds to wait before asking the provider again about an open payment of this age. */
export const queryInterval = (age: number): number => Math.min(Math.max(QUERY_INTERVALS.least, age / QUERY_INTERVALS.share), QUERY_INTERVALS.most)

/** One step of how a refund was worked out: a sum and its sign, in words `policies:refundLine.<id>`. */
export interface RefundLine {
  id: string
  /** Minor units, below zero for what is kept. */
  amount: number
  /** Figures that the words quote. */
  values?: Record<string, string | number>
}

export interface RefundPart {
  id: string
  amount: number
}

/**
 * Spreads a refund over the payments it came from, the latest first: providers give back old ones least willingly.
 * `undefined` when the payments have less left than that.
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

/** What may still be given back of a payment, minor units. `reserved` counts every refund that has not been refused or failed. */
export const refundableAmount = (paid: number, reserved: number): number => Math.max(0, paid - reserved)
