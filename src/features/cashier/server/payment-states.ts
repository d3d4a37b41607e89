/**
 * State graphs of payments, refunds and payment links as stored (design §5). What a payer's screen makes of them:
 * `payer-screen-stage.ts`.
 */
import { machine, type Graph } from '../../../server/transition.ts'
import type { PaymentState, RefundState } from '../contract.ts'
import type { RefundAccountStatus } from '../tables.ts'

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
  // The payer's bank sent the money back to the provider afterwards: a closed card, for example.
  succeeded: ['failed'],
  // Another attempt, or another way.
  failed: ['approved'],
}
export const refundMachine = machine({ entity: 'refund', table: 'refunds', graph: refunds })

const refundAccounts: Graph<RefundAccountStatus> = {
  asked: ['asked', 'given'],
  // Changed by its payer, or its batch was cancelled.
  given: ['given', 'in_batch'],
  in_batch: ['given', 'asked', 'paid'],
  paid: [],
}
export const refundAccountMachine = machine({
  entity: 'refund_account',
  table: 'refund_accounts',
  graph: refundAccounts,
})

/** Whether it was paid or has expired follows from its payable. */
const paymentLinks: Graph<'open' | 'ended'> = { open: ['ended'], ended: [] }
export const paymentLinkMachine = machine({ entity: 'payment_link', table: 'payment_links', graph: paymentLinks })

export const OPEN_STATES = ['created', 'started'] as const satisfies readonly PaymentState[]
export const isOpen = (status: string): boolean => status === 'created' || status === 'started'
