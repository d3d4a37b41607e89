/** Documents that the server has: from before, or from another device; with their picture, receipt, and a way to take them back. */
import { useEffect, useState, type ReactNode } from 'react'
import { blob, request } from '../../../../../app/client.ts'
import { failedWords } from '../../../../../app/failed.ts'
import { receiptNumber, receiptTime, sizeWords } from '../../../../../app/photos/words.ts'
import type { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { toast } from '../../../../../app/toast.ts'
import { useLang, useT } from '../../../../../app/words.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import type { UploadRowProps } from '../../../../../ui/UploadRow.tsx'
import { documentFile, removeDocument, type DocumentView } from '../../../contract.ts'
import { documentKey } from '../../../vocabulary.ts'
import { refresh } from '../store/store.ts'

/** Addresses of small pictures, once a page; they are a person's documents and stay out of every cache. */
const pictures = new Map<string, Promise<string | undefined>>()

function picture(claim: string, document: string): Promise<string | undefined> {
  const known = pictures.get(document) ?? blob(documentFile, { id: claim, document, size: 'thumb' })
    .then((reply) => (reply.ok && reply.data instanceof Blob ? URL.createObjectURL(reply.data) : undefined))
    .catch(() => {
      pictures.delete(document)
      return undefined
    })
  pictures.set(document, known)
  return known
}

function usePictures(claim: string, documents: readonly DocumentView[]): Readonly<Record<string, string>> {
  const [found, set] = useState<Record<string, string>>({})
  const wanted = documents.filter(({ hasThumb }) => hasThumb).map(({ id }) => id).join()
  useEffect(() => {
    let gone = false
    for (const id of wanted.split(',').filter(Boolean)) {
      void picture(claim, id).then((url) => { if (url && !gone) set((held) => ({ ...held, [id]: url })) })
    }
    return () => { gone = true }
  }, [claim, wanted])
  return found
}

export function useThere(claim: string, documents: readonly DocumentView[], uploads: ReturnType<typeof useUploads>): { rows: (UploadRowProps & { id: string })[]; asking: ReactNode } {
  const t = useT()
  const lang = useLang()
  // What this page sent itself is shown by the queue.
  const others = documents.filter(({ id }) => !uploads.items.some((item) => item.id === id))
  const thumbs = usePictures(claim, others)
  const [asked, ask] = useState<DocumentView>()
  const rows = others.map((document) => ({
    id: document.id,
    name: document.name,
    thumb: thumbs[document.id],
    state: 'received' as const,
    status: t('app:upload.received', { time: receiptTime(document.receivedAt, lang, Date.now()) }),
    detail: t('app:upload.number', { number: receiptNumber(document.sha256), size: sizeWords(document.size) }),
    remove: { label: t('app:upload.remove', { name: t(documentKey(document.kind)) }), onClick: () => ask(document) },
  }))
  return { rows, asking: <Ask claim={claim} document={asked} close={() => ask(undefined)} /> }
}

function Ask({ claim, document, close }: { claim: string; document: DocumentView | undefined; close: () => void }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  async function remove(id: string): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(removeDocument, { id: claim, document: id })
      if (reply.ok || reply.code === 'not_found') await refresh({ always: true })
      else toast(reply.message, 'bad')
      close()
    } catch (error) {
      toast(failedWords(t, error), 'bad')
    }
    setBusy(false)
  }
  const actions = (
    <>
      <Button look="bad" working={busy && t('app:upload.ask.working')} onClick={() => document && void remove(document.id)}>{t('app:upload.ask.yes')}</Button>
      <Button onClick={close}>{t('app:upload.ask.no')}</Button>
    </>
  )
  return <Dialog open={document !== undefined} onClose={close} title={t('app:upload.ask.title', { name: document ? t(documentKey(document.kind)) : '' })} actions={actions}>{t('app:upload.ask.text')}</Dialog>
}
