/** The slot of a file in the upload queue: a kind of document, or `<kind>--<item>` for an item of a request. */
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../rules/document-kinds.ts'

/** The queue's name for a kind of document, or for an item of a request. */
export const slotOf = (kind: DocumentKind, item?: string): string => (item ? `${kind}--${item}` : kind)

/** The kind and the item of a slot; an unknown kind becomes `other`. */
export function placeOf(slot: string): { kind: DocumentKind; item?: string } {
  const [kind, item] = slot.split('--')
  return { kind: DOCUMENT_KIND_IDS.find((one) => one === kind) ?? 'other', ...(item ? { item } : {}) }
}
