/** Documents on the server: sent earlier or from another device; with picture, receipt, and a button to remove them. */
import { useState, type ReactNode } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../../app/requests/call-failure-words.ts'
import type { FileNote } from '../../../../../app/photos/upload-types.ts'
import type { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../../lib/days/dates.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import type { UploadRowProps } from '../../../../../ui/UploadRow.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import { removeDocument, type DocumentView } from '../../../contract.ts'
import { documentKey } from '../../../rules/word-keys.ts'
import { documentRow } from '../../document-row.tsx'
import { useDocumentViews } from '../../open-document.tsx'
import { slotOf } from '../../upload-slots.ts'
import { refresh } from '../store/wizard-store.ts'

/** `noteOf`: what is told of a document, by its id. */
export function useReceivedDocuments(
  claim: string,
  documents: readonly DocumentView[],
  uploads: ReturnType<typeof useUploads>,
  noteOf: (id: string) => FileNote | undefined,
): { rows: (UploadRowProps & { id: string })[]; asking: ReactNode } {
  const t = useT()
  const lang = useLang()
  const now = useNow()
  // The queue shows what this page sent itself.
  const others = documents.filter(({ id }) => !uploads.items.some((item) => item.id === id))
  const { looks, viewer } = useDocumentViews(claim, others)
  const [asked, ask] = useState<DocumentView>()
  const takeBack = (document: DocumentView): void =>
    void request(removeDocument, { id: claim, document: document.id }).then(
      (reply) => {
        if (reply.ok || reply.code === 'not_found') void refresh({ always: true })
        else toast(reply.message, 'bad')
      },
      (error: unknown) => toast(callFailureWords(t, error), 'bad'),
    )
  const rows = others.map((document) => ({
    ...documentRow(t, lang, document, {
      now,
      about: `upload-${slotOf(document.kind)}`,
      // An unusable document is removed without asking.
      remove: (it) => (it.status === 'failed' ? takeBack(it) : ask(it)),
      replace: (it, files) => {
        takeBack(it)
        void uploads.add(slotOf(it.kind), files)
      },
    }),
    ...looks(document),
    hint: noteOf(document.id)?.shown,
    ...(document.reused
      ? { status: t('claimform:documents.since', { day: formatDay(dayOf(document.receivedAt), lang) }) }
      : {}),
  }))
  return {
    rows,
    asking: (
      <>
        <Ask claim={claim} document={asked} close={() => ask(undefined)} />
        {viewer}
      </>
    ),
  }
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
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }
  const actions = (
    <>
      <Button
        look="bad"
        working={busy && t('uploads:ask.working')}
        onClick={() => document && void remove(document.id)}
      >
        {t('uploads:ask.yes')}
      </Button>
      <Button onClick={close}>{t('uploads:ask.no')}</Button>
    </>
  )
  return (
    <Dialog
      open={document !== undefined}
      onClose={close}
      title={t('uploads:ask.title', { name: document ? t(documentKey(document.kind)) : '' })}
      actions={actions}
    >
      {t('uploads:ask.text')}
    </Dialog>
  )
}
