/** How the upload queue calls the API of claims: whoever uploads photos of one takes `useUploads` from here. */
import { dataOrRefusal, sendFile } from '../../../app/photos/send-file.ts'
import type { Receipt, Sender } from '../../../app/photos/upload-types.ts'
import { uploads } from '../../../app/photos/uploads.ts'
import { request } from '../../../app/requests/browser-requester.ts'
import { claimDocuments, removeDocument, uploadDocument, type DocumentView } from '../contract.ts'
import { bytesOf } from './document-bytes.ts'
import { placeOf } from './upload-slots.ts'

const receiptOf = ({ receivedAt, sha256, size, status, fault, mime, pages }: DocumentView): Receipt => ({
  at: receivedAt,
  sha256,
  size,
  ...(mime === 'application/pdf' && status !== 'checking' ? { pages } : {}),
  ...(status === 'checking' || status === 'failed' ? { standing: status, code: fault } : {}),
})

const sender: Sender = {
  async send(item, blob, onProgress, signal) {
    const { document } = await sendFile(
      uploadDocument,
      { id: item.subject, upload: item.id, ...placeOf(item.slot), name: item.name, sha256: item.sha256 },
      blob,
      onProgress,
      signal,
    )
    return receiptOf(document)
  },
  async acknowledged(subject) {
    const { documents } = dataOrRefusal(await request(claimDocuments, { id: subject }))
    return documents.map((document) => ({ id: document.id, ...receiptOf(document) }))
  },
  bytes: (subject, id) => bytesOf(subject, id, 'full'),
  async withdraw(subject, id) {
    const reply = await request(removeDocument, { id: subject, document: id })
    if (!reply.ok && reply.code !== 'not_found') dataOrRefusal(reply)
  },
}

uploads.configure(sender)

export { useUploads } from '../../../app/photos/use-uploads.ts'
