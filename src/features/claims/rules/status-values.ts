/** Statuses of claims, documents and requests (design §5). Words: `claims:status.<status>` (domain §1 "Status words"). */

export const CLAIM_STATUSES = [
  'draft',
  'submitted',
  'registered',
  'in_review',
  'supplement_required',
  'supplement_submitted',
  'approved',
  'partially_approved',
  'rejected',
  'paying',
  'paid',
  'payment_failed',
  'cancelled',
  'discarded',
] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** Not decided yet. Which of these claims may be withdrawn: `case/allowed-claimant-actions.ts`. */
const OPEN_STATUSES = ['submitted', 'registered', 'in_review', 'supplement_required', 'supplement_submitted'] as const
/** A decision was made. */
const DECIDED_STATUSES = ['approved', 'partially_approved', 'rejected', 'paying', 'paid', 'payment_failed'] as const

/** Sent and not decided; a decided case under review is open again. */
export const isOpen = (status: ClaimStatus): boolean => (OPEN_STATUSES as readonly string[]).includes(status)
/** A decision was made and is not under review. */
export const isDecided = (status: ClaimStatus): boolean => (DECIDED_STATUSES as readonly string[]).includes(status)

/** Outcome of a decision. */
export const OUTCOMES = ['approved', 'partially_approved', 'rejected'] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * Statuses of a document on the server; before that the browser's queue tracks it. `checking`: received, contents not
 * checked yet · `failed`: unusable, `fault` says why · `received`: usable, waits for a handler.
 */
/** `set_aside`: it came unasked, and its handler does not use it. */
export const DOCUMENT_STATUSES = [
  'checking',
  'failed',
  'received',
  'accepted',
  'needs_replacement',
  'set_aside',
] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** `unavailable`: the person wrote why it cannot be obtained; an operator decides without it or asks for something else. */
export const ITEM_STATUSES = ['open', 'answered', 'unavailable', 'settled'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** Steps of a draft, in order. */
export const CLAIM_STEPS = ['policy', 'sign', 'event', 'account', 'documents', 'check'] as const
export type ClaimStep = (typeof CLAIM_STEPS)[number]
