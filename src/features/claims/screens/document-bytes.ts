/** Loads the bytes of a document from the server by a call: they are sealed, and only their owner's login can read them. */
import { blob } from '../../../app/requests/browser-requester.ts'
import type { Translate } from '../../../app/words/translate.ts'
import type { ViewedPhoto } from '../../../app/photos/photo-viewer.tsx'
import { documentFile, type DocumentView } from '../contract.ts'
import { documentKey } from '../rules/word-keys.ts'

/** Undefined when they could not be loaded. */
export async function bytesOf(claim: string, document: string, size: 'thumb' | 'full'): Promise<Blob | undefined> {
  const reply = await blob(documentFile, { id: claim, document, size })
  return reply.ok && reply.data instanceof Blob ? reply.data : undefined
}

/** Whether its bytes can be shown: not while it is being checked, and not when it is unusable. */
export const hasViewableBytes = ({ status }: Pick<DocumentView, 'status'>): boolean =>
  status !== 'checking' && status !== 'failed'
export const isPicture = ({ mime }: Pick<DocumentView, 'mime'>): boolean => mime.startsWith('image/')

/** The document as a picture for the viewer. */
export const viewedOf = (
  t: Translate,
  claim: string,
  { id, kind, name }: Pick<DocumentView, 'id' | 'kind' | 'name'>,
): ViewedPhoto => ({ id, title: t(documentKey(kind)), name, load: () => bytesOf(claim, id, 'full') })
