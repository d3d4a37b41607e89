/**
 * State graphs of payments, refunds and payment links as stored (design §5). What a payer's screen makes of them:
 * `payer-screen-stage.ts`.
 */
import { machine, type Graph } from '../../../server/transition.ts'
import type { PaymentState, RefundState } from '../contract.ts'

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
export const paymentMachine = machine({
  entity: 'payment',
  table: 'payments',
  graph: payments,
  provider: 'provider',
})

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
