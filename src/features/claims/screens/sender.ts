/** How the upload queue reaches claims. A slot is a kind of document, or `<kind>--<item>` for an item of a request. */
import { replied, sendFile } from '../../../app/photos/sender.ts'
import type { Sender } from '../../../app/photos/types.ts'
import { uploads } from '../../../app/photos/uploads.ts'
import { request } from '../../../app/client.ts'
import { claimDocuments, removeDocument, uploadDocument, type DocumentView } from '../contract.ts'
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../kinds.ts'

/** The queue's name of a kind of document, or of an item of a request. */
export const slotOf = (kind: DocumentKind, item?: string): string => (item ? `${kind}--${item}` : kind)

/** The kind and the item of a slot; an unknown kind is `other`. */
function placeOf(slot: string): { kind: DocumentKind; item?: string } {
  const [kind, item] = slot.split('--')
  return { kind: DOCUMENT_KIND_IDS.find((one) => one === kind) ?? 'other', ...(item ? { item } : {}) }
}

const receiptOf = ({ receivedAt, sha256, size }: DocumentView) => ({ at: receivedAt, sha256, size })

const sender: Sender = {
  async send(item, blob, onProgress, signal) {
    const { document } = await sendFile(
      uploadDocument, { id: item.subject, upload: item.id, ...placeOf(item.slot), name: item.name, sha256: item.sha256 }, blob, onProgress, signal,
    )
    return receiptOf(document)
  },
  async acknowledged(subject) {
    const { documents } = replied(await request(claimDocuments, { id: subject }))
    return documents.map((document) => ({ id: document.id, ...receiptOf(document) }))
  },
  async withdraw(subject, id) {
    const reply = await request(removeDocument, { id: subject, document: id })
    if (!reply.ok && reply.code !== 'not_found') replied(reply)
  },
}

uploads.configure(sender)
