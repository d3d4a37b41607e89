/** Where a file belongs, as the queue knows it: a kind of document, or `<kind>--<item>` for an item of a request. */
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../document-kinds.ts'

/** The queue's name of a kind of document, or of an item of a request. */
export const slotOf = (kind: DocumentKind, item?: string): string => (item ? `${kind}--${item}` : kind)

/** The kind and the item of a slot; an unknown kind is `other`. */
export function placeOf(slot: string): { kind: DocumentKind; item?: string } {
  const [kind, item] = slot.split('--')
  return { kind: DOCUMENT_KIND_IDS.find((one) => one === kind) ?? 'other', ...(item ? { item } : {}) }
}
