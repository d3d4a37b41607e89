/** Where a claim, a document and a request can stand (design §5). Words: `claims:status.<status>` (domain §1 "Status words"). */

export const CLAIM_STATUSES = [
  'draft', 'submitted', 'registered', 'in_review', 'supplement_required', 'supplement_submitted', 'approved',
  'partially_approved', 'rejected', 'paying', 'paid', 'payment_failed', 'cancelled', 'discarded',
] as const
export type ClaimStatus = (typeof CLAIM_STATUSES)[number]

/** Nobody has decided yet: these may be withdrawn. */
const OPEN_STATUSES = ['submitted', 'registered', 'in_review', 'supplement_required', 'supplement_submitted'] as const
/** A decision stands. */
const DECIDED_STATUSES = ['approved', 'partially_approved', 'rejected', 'paying', 'paid', 'payment_failed'] as const

/** Sent, and not decided; a decided case that is reviewed again is open too. */
export const isOpen = (status: ClaimStatus): boolean => (OPEN_STATUSES as readonly string[]).includes(status)
/** A decision stands and is not under review. */
export const isDecided = (status: ClaimStatus): boolean => (DECIDED_STATUSES as readonly string[]).includes(status)

/** Outcome of a decision. */
export const OUTCOMES = ['approved', 'partially_approved', 'rejected'] as const
export type Outcome = (typeof OUTCOMES)[number]

/**
 * A document once it is on the server; before that it is the browser's queue's business. `checking`: it has its receipt and nobody has
 * looked inside · `failed`: it cannot be used, `fault` says why · `received`: it can, and waits for a handler.
 */
export const DOCUMENT_STATUSES = ['checking', 'failed', 'received', 'accepted', 'needs_replacement'] as const
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

/** `unavailable`: the person wrote why it cannot be had; an operator decides without it or asks for something else. */
export const ITEM_STATUSES = ['open', 'answered', 'unavailable', 'settled'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** Steps of a draft, in their order. */
export const CLAIM_STEPS = ['policy', 'sign', 'event', 'account', 'documents', 'check'] as const
export type ClaimStep = (typeof CLAIM_STEPS)[number]
