/** Graphs of claims, their documents and payments (design §5). */
import { machine, type Graph } from '../../server/transition.ts'
import type { ClaimStatus, DocumentStatus } from './status.ts'
import type { ClaimPaymentTable } from './tables.server.ts'

const CLAIM_GRAPH: Graph<ClaimStatus> = {
  draft: ['submitted', 'discarded'],
  submitted: ['registered', 'cancelled'],
  registered: ['in_review', 'cancelled'],
  in_review: ['supplement_required', 'approved', 'partially_approved', 'rejected', 'cancelled'],
  // The operator may go on without what was asked for.
  supplement_required: ['supplement_submitted', 'in_review', 'cancelled'],
  supplement_submitted: ['in_review', 'cancelled'],
  // Paid at once where nothing is left to transfer: the hospital has it, or a review found nothing more.
  approved: ['paying', 'paid'],
  partially_approved: ['paying', 'paid'],
  rejected: ['in_review'],
  paying: ['paid', 'payment_failed'],
  // An appeal of what was taken off.
  paid: ['in_review'],
  payment_failed: ['paying'],
  cancelled: [],
  discarded: [],
}
export const claimMachine = machine({ entity: 'claim', table: 'claims', graph: CLAIM_GRAPH })

const DOCUMENT_GRAPH: Graph<DocumentStatus> = { received: ['accepted', 'needs_replacement'], needs_replacement: ['accepted'], accepted: [] }
export const documentMachine = machine({ entity: 'claim_document', table: 'claim_documents', graph: DOCUMENT_GRAPH })

const PAYMENT_GRAPH: Graph<ClaimPaymentTable['status']> = { paying: ['paid', 'failed'], paid: [], failed: [] }
export const paymentMachine = machine({ entity: 'claim_payment', table: 'claim_payments', graph: PAYMENT_GRAPH })
