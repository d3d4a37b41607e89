/** State graphs of claims, their documents, requests, payments and appeals (design §5). */
import { machine, type Graph } from '../../../server/transition.ts'
import type { ClaimStatus, DocumentStatus, ItemStatus } from '../rules/status-values.ts'
import type { ClaimRequestTable } from '../tables.ts'
import type { ClaimAppealTable, ClaimPaymentTable } from './settlement/settlement-tables.ts'

const CLAIM_GRAPH: Graph<ClaimStatus> = {
  draft: ['submitted', 'discarded'],
  submitted: ['registered', 'cancelled'],
  registered: ['in_review', 'cancelled'],
  in_review: ['supplement_required', 'approved', 'partially_approved', 'rejected', 'cancelled'],
  // The operator may continue without what was asked for.
  supplement_required: ['supplement_submitted', 'in_review', 'cancelled'],
  supplement_submitted: ['in_review', 'cancelled'],
  // Paid at once where nothing is left to transfer: the hospital was paid, or a review found nothing more.
  approved: ['paying', 'paid'],
  partially_approved: ['paying', 'paid'],
  rejected: ['in_review'],
  paying: ['paid', 'payment_failed'],
  // An appeal against a deduction.
  paid: ['in_review'],
  payment_failed: ['paying'],
  cancelled: [],
  discarded: [],
}
export const claimMachine = machine({ entity: 'claim', table: 'claims', graph: CLAIM_GRAPH })

const DOCUMENT_GRAPH: Graph<DocumentStatus> = {
  checking: ['received', 'failed'],
  failed: [],
  received: ['accepted', 'needs_replacement', 'set_aside'],
  needs_replacement: ['accepted', 'set_aside'],
  set_aside: ['accepted'],
  accepted: [],
}
export const documentMachine = machine({ entity: 'claim_document', table: 'claim_documents', graph: DOCUMENT_GRAPH })

const PAYMENT_GRAPH: Graph<ClaimPaymentTable['status']> = { paying: ['paid', 'failed'], paid: [], failed: [] }
export const paymentMachine = machine({ entity: 'claim_payment', table: 'claim_payments', graph: PAYMENT_GRAPH })

/** `sent`: the claimant has answered it · `closed`: nothing of it is required any more. */
const REQUEST_GRAPH: Graph<ClaimRequestTable['status']> = { open: ['sent', 'closed'], sent: ['closed'], closed: [] }
export const requestMachine = machine({ entity: 'claim_request', table: 'claim_requests', graph: REQUEST_GRAPH })

const ITEM_GRAPH: Graph<ItemStatus> = {
  open: ['answered', 'unavailable', 'settled'],
  // Open again when its last document is removed or cannot be used.
  answered: ['open', 'unavailable', 'settled'],
  unavailable: ['open', 'answered', 'settled'],
  settled: [],
}
export const itemMachine = machine({ entity: 'claim_request_item', table: 'claim_request_items', graph: ITEM_GRAPH })

const APPEAL_GRAPH: Graph<ClaimAppealTable['status']> = { open: ['answered'], answered: [] }
export const appealMachine = machine({ entity: 'claim_appeal', table: 'claim_appeals', graph: APPEAL_GRAPH })
