/**
 * A document that nobody asked for: which kind, and its upload. It is part of the case as soon as it is received, so
 * nothing has to be sent afterwards.
 */
import { useState } from 'react'
import { UploadSlot } from '../../../../../app/photos/upload-slot.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { localPath, sentences } from '../../../../../lib/locale.ts'
import { Field } from '../../../../../ui/Field.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { Select } from '../../../../../ui/Select.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimView, DocumentView } from '../../../contract.ts'
import { progressPath, supplementPath } from '../../../rules/claim-paths.ts'
import { DOCUMENT_KIND_IDS, type DocumentKind } from '../../../rules/document-kinds.ts'
import { promisedDocuments } from '../../../rules/case/promised-documents.ts'
import { isDecided } from '../../../rules/status-values.ts'
import { documentKey } from '../../../rules/word-keys.ts'
import { useUploads } from '../../configure-uploads.ts'
import { documentRow } from '../../document-row.tsx'
import { useDuplicateFileNote } from '../../duplicate-file-note.ts'
import { useDocumentViews } from '../../open-document.tsx'
import { FormToPrint } from '../../samples/SeeExample.tsx'
import { slotOf } from '../../upload-slots.ts'
import { openRequest } from '../claim-selectors.ts'
import type { ClaimProps } from '../load-claim.tsx'
import { PartHead } from '../part-head.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Dialog } from '../../../../../ui/Dialog.tsx'
import { useTakeBack } from '../take-back-document.ts'

/** What was sent or promised, and what every claim may have; the form is signed on the screen. */
function kindsFor(claim: ClaimView): DocumentKind[] {
  const usual: readonly DocumentKind[] = ['invoice', 'medical_record', 'prescription', 'test_report', 'other']
  const own = [
    ...usual,
    ...claim.documents.map(({ kind }) => kind),
    ...claim.answers.unavailable.map(({ kind }) => kind),
  ]
  return DOCUMENT_KIND_IDS.filter((kind) => kind !== 'claim_form' && own.includes(kind))
}

export default function AddDocument({ claim, put, first }: Pick<ClaimProps, 'claim' | 'put'> & { first: string }) {
  const t = useT()
  const lang = useLang()
  const now = useNow()
  const uploads = useUploads(claim.id)
  const kinds = kindsFor(claim)
  const [kind, choose] = useState<DocumentKind | ''>(
    () => kinds.find((one) => one === first) ?? promisedDocuments(claim)[0] ?? '',
  )
  const slot = kind && slotOf(kind)
  const there = claim.documents.filter(
    (it) => it.kind === kind && it.by === 'user' && it.item === null && it.receivedAt > (claim.submittedAt ?? 0),
  )
  const [asked, ask] = useState<DocumentView>()
  const noteOf = useDuplicateFileNote(uploads.items, claim.documents)
  const { looks, viewer } = useDocumentViews(claim.id, there)
  return (
    <div className="max-w-3xl">
      <PartHead claim={claim} title={t('claimprogress:add.title')}>
        <p className="measure mt-2 text-ink-2">
          {sentences(
            lang,
            t('claimprogress:add.lead'),
            t(isDecided(claim.status) ? 'claimprogress:add.decided' : 'claimprogress:add.open'),
          )}
        </p>
      </PartHead>
      <div className="grid gap-8">
        {openRequest(claim) && (
          <Notice kind="info" title={t('claimprogress:add.asked')}>
            <TextLink look="inline" href={localPath(lang, supplementPath(claim.id))}>
              {t('claimprogress:item.all')}
            </TextLink>
          </Notice>
        )}
        <div className="max-w-md">
          <Field id="kind" label={t('claimprogress:add.which')}>
            <Select
              value={kind}
              onChange={choose}
              placeholder={t('claimprogress:add.choose')}
              options={kinds.map((one) => ({ value: one, label: t(documentKey(one)) }))}
            />
          </Field>
        </div>
        {kind && slot && (
          <UploadSlot
            key={slot}
            uploads={uploads}
            slot={slot}
            title={t(documentKey(kind))}
            rule={<FormToPrint kind={kind}>{t(documentKey(kind, 'rule'))}</FormToPrint>}
            stays
            there={there.map((document) => ({
              ...documentRow(t, lang, document, {
                now,
                about: `upload-${slot}`,
                ...(claim.takeBack.includes(document.id) ? { remove: ask } : {}),
                replace: (_, files) => void uploads.add(slot, files),
              }),
              ...looks(document),
            }))}
            noteOf={noteOf}
          />
        )}
        {viewer}
        {asked && <AskTakeBack claim={claim} put={put} document={asked} close={() => ask(undefined)} />}
        <p>
          <TextLink look="go" href={localPath(lang, progressPath(claim.id))}>
            {t('claimprogress:facts.progress')}
          </TextLink>
        </p>
      </div>
    </div>
  )
}

interface Props extends Pick<ClaimProps, 'claim' | 'put'> {
  document: DocumentView
  close: () => void
}

/** Asks before a document that came unasked is taken back: it is deleted then. */
function AskTakeBack({ claim, put, document, close }: Props) {
  const t = useT()
  const takeBack = useTakeBack(claim, put)
  const [working, setWorking] = useState(false)
  async function go(): Promise<void> {
    setWorking(true)
    await takeBack(document)
    close()
  }
  const actions = (
    <>
      <Button look="bad" working={working && t('uploads:ask.working')} onClick={() => void go()}>
        {t('uploads:ask.yes')}
      </Button>
      <Button onClick={close}>{t('uploads:ask.no')}</Button>
    </>
  )
  return (
    <Dialog
      open
      title={t('uploads:ask.title', { name: t(`claims:document.${document.kind}.name`) })}
      onClose={close}
      actions={actions}
    >
      {t('uploads:ask.text')}
    </Dialog>
  )
}
