/** The state graphs of orders and of the student's consents (design §5), and groups of an order's states. */
import { machine, type Graph } from '../../../server/transition.ts'
import type { OrderStatus } from '../contract.ts'

export const ORDER_GRAPH: Graph<OrderStatus> = {
  created: ['under_review', 'awaiting_payment', 'discarded'],
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
const CONSENT_GRAPH: Graph<ConsentStatus> = {
  sent: ['agreed', 'refused', 'void'],
  agreed: ['void'],
  refused: ['void'],
  void: [],
}
export const consentMachine = machine({ entity: 'consent', table: 'consents', graph: CONSENT_GRAPH })

/** Orders that have cover or soon will: a second one for the same person and days causes a warning. */
export const LIVE: readonly OrderStatus[] = ['under_review', 'awaiting_payment', 'paid', 'issuing', 'issued']
/** Orders that are finished without cover. */
export const CLOSED: readonly OrderStatus[] = [
  'discarded',
  'declined',
  'cancelled',
  'expired',
  'issue_failed',
  'refunded',
]
export const PAID: readonly OrderStatus[] = ['paid', 'issuing', 'issued', 'issue_failed', 'refunded']
