/** How files of a request reach the server: each names the item it answers. */
import { request } from '../../../../../app/client.ts'
import { replied, sendFile } from '../../../../../app/photos/sender.ts'
import type { Sender } from '../../../../../app/photos/types.ts'
import { uploads } from '../../../../../app/photos/uploads.ts'
import { claimDocuments, removeDocument, uploadDocument, type DocumentView, type RequestItem } from '../../../contract.ts'
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../../../kinds.ts'

/** The queue's name of an item: what is uploaded, and for which item. */
export const slotOf = ({ id, kind }: Pick<RequestItem, 'id' | 'kind'>): string => `${kind}--${id}`

function itemOf(slot: string): { kind: DocumentKind; item?: string } {
  const [first, item] = slot.split('--')
  return { kind: DOCUMENT_KIND_IDS.find((kind) => kind === first) ?? 'other', ...(item ? { item } : {}) }
}

const receiptOf = ({ receivedAt, sha256, size }: DocumentView) => ({ at: receivedAt, sha256, size })

const sender: Sender = {
  async send({ id, subject, slot, name, sha256 }, blob, onProgress, signal) {
    const { document } = await sendFile(uploadDocument, { id: subject, upload: id, ...itemOf(slot), name, sha256 }, blob, onProgress, signal)
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
