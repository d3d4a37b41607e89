/** Where the photos of a claim are added. */
import { addDocumentPath, itemPath } from '../../rules/claim-paths.ts'
import type { ClaimView } from '../../contract.ts'
import { resultPath } from '../../list-contract.ts'
import { placeOf } from '../upload-slots.ts'
import { openRequest } from './claim-selectors.ts'

/**
 * The page where photos of a slot are added: the item that asks for them, the running review, or that of documents that
 * nobody asked for; none once the claim takes none.
 */
export function photosPath(claim: ClaimView, slot: string): string | undefined {
  const { kind, item } = placeOf(slot)
  if (item === undefined) {
    if (kind === 'other' && claim.appeals.some(({ status }) => status === 'open')) return `${resultPath(claim)}#appeal`
    return claim.may.addDocument ? addDocumentPath(claim.id, kind) : undefined
  }
  return openRequest(claim)?.items.some(({ id }) => id === item) ? itemPath(claim.id, item) : undefined
}
