/** Views of documents on the server: thumbnails, a full picture over the page, a PDF in a new tab. */
import { useEffect, useState, type ReactNode } from 'react'
import { blob } from '../../../app/requests/browser-requester.ts'
import { useOpener } from '../../../app/requests/download.ts'
import { PhotoViewer } from '../../../app/photos/photo-viewer.tsx'
import { useT } from '../../../app/words/words.tsx'
import type { UploadRowProps } from '../../../ui/UploadRow.tsx'
import { documentFile, type DocumentView } from '../contract.ts'
import { documentKey } from '../rules/word-keys.ts'
import { bytesOf, isPicture, hasViewableBytes, viewedOf } from './document-bytes.ts'

/** Addresses of thumbnails, loaded once per page; being a person's documents, they stay out of every cache. */
const pictures = new Map<string, Promise<string | undefined>>()

function picture(claim: string, document: string): Promise<string | undefined> {
  const known =
    pictures.get(document) ??
    bytesOf(claim, document, 'thumb')
      .then((bytes) => bytes && URL.createObjectURL(bytes))
      .catch(() => {
        pictures.delete(document)
        return undefined
      })
  pictures.set(document, known)
  return known
}

function usePictures(claim: string, documents: readonly DocumentView[]): Readonly<Record<string, string>> {
  const [found, set] = useState<Record<string, string>>({})
  const wanted = documents
    .filter(({ hasThumb }) => hasThumb)
    .map(({ id }) => id)
    .join()
  useEffect(() => {
    let gone = false
    for (const id of wanted.split(',').filter(Boolean)) {
      void picture(claim, id).then((url) => {
        if (url && !gone) set((held) => ({ ...held, [id]: url }))
      })
    }
    return () => {
      gone = true
    }
  }, [claim, wanted])
  return found
}

export interface DocumentViews {
  /** Thumbnail of a document and a button to see it in full; nothing if its bytes cannot be shown. */
  looks: (document: DocumentView) => Pick<UploadRowProps, 'thumb' | 'view'>
  /** Rendered beside the rows. */
  viewer: ReactNode
}

export function useDocumentViews(claim: string, documents: readonly DocumentView[]): DocumentViews {
  const t = useT()
  const thumbs = usePictures(claim, documents)
  const [shown, show] = useState<DocumentView>()
  const { open } = useOpener()
  return {
    looks: (document) => {
      if (!hasViewableBytes(document)) return {}
      const onClick = isPicture(document)
        ? () => show(document)
        : () => void open(() => blob(documentFile, { id: claim, document: document.id, size: 'full' }), document.name)
      return {
        thumb: thumbs[document.id],
        view: { label: t('uploads:view', { name: t(documentKey(document.kind)) }), onClick },
      }
    },
    viewer: <PhotoViewer shown={shown && viewedOf(t, claim, shown)} close={() => show(undefined)} />,
  }
}
