/** Documents that a claimant has promised to send later: missing until one of that kind arrives. Pure. */
import type { ClaimAnswers } from '../claim-fields.ts'
import type { DocumentKind } from '../document-kinds.ts'
import { isDecided, isOpen, type ClaimStatus, type DocumentStatus } from '../status-values.ts'

/** A sent claim takes further documents at any time, asked for or not, unless it was withdrawn. */
export const takesDocuments = (status: ClaimStatus): boolean => isOpen(status) || isDecided(status)

/** What was promised and is still missing, while the claim takes documents. */
export function promisedDocuments({
  status,
  answers,
  documents,
}: {
  status: ClaimStatus
  answers: Pick<ClaimAnswers, 'unavailable'>
  documents: readonly { kind: DocumentKind; status: DocumentStatus }[]
}): DocumentKind[] {
  if (!takesDocuments(status)) return []
  return answers.unavailable.flatMap(({ kind, reason }) =>
    reason === 'later' &&
    !documents.some((it) => it.kind === kind && it.status !== 'failed' && it.status !== 'set_aside')
      ? [kind]
      : [],
  )
}

/** Sent by the claimant after the claim, and not for an item of a request. */
export const cameUnasked = (
  { by, item_id, received_at }: { by: 'user' | 'admin'; item_id: string | null; received_at: number },
  { submitted_at }: { submitted_at: number | null },
): boolean => by === 'user' && item_id === null && submitted_at !== null && received_at > submitted_at

/** No handler has looked at it: its sender may still take it back. */
export const NOT_JUDGED: readonly DocumentStatus[] = ['checking', 'received', 'failed']

/**
 * Whether its sender may take back what came unasked: nobody has looked at it, and nothing was decided since it was
 * there.
 */
export const mayTakeBack = (
  document: Parameters<typeof cameUnasked>[0] & { status: DocumentStatus },
  claim: { status: ClaimStatus; submitted_at: number | null },
  decidedAt: number | undefined,
): boolean =>
  takesDocuments(claim.status) &&
  cameUnasked(document, claim) &&
  NOT_JUDGED.includes(document.status) &&
  (decidedAt === undefined || decidedAt < document.received_at)
