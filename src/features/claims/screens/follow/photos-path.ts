/** Where the photos of a claim are added. */
import { itemPath } from '../../rules/claim-paths.ts'
import type { ClaimView } from '../../contract.ts'
import { resultPath } from '../../list-contract.ts'
import { placeOf } from '../upload-slots.ts'
import { openRequest } from './claim-selectors.ts'

/**
 * The page where photos of a slot are added: the item that asks for them, or the running review; none when neither
 * exists.
 */
export function photosPath(claim: ClaimView, slot: string): string | undefined {
  const { item } = placeOf(slot)
  if (item === undefined)
    return claim.appeals.some(({ status }) => status === 'open') ? `${resultPath(claim)}#appeal` : undefined
  return openRequest(claim)?.items.some(({ id }) => id === item) ? itemPath(claim.id, item) : undefined
}
