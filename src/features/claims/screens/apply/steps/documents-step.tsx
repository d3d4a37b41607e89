/** `upload`: the checklist of the claim, each document with its rule and its files (design §6.1–6.5). */
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Translate } from '../../../../../app/words/translate.ts'
import type { useUploads } from '../../../../../app/photos/use-uploads.ts'
import { toReplace } from '../../../../../app/photos/upload-summary.ts'
import { UploadLimits, UploadSlot } from '../../../../../app/photos/upload-slot.tsx'
import { $session } from '../../../../../app/session/session.ts'
import { Gap, useLang, useT } from '../../../../../app/words/words.tsx'
import { Actions, StepHead } from '../../../../../app/parts/wizard-parts.tsx'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { formatMoney, fromMajor } from '../../../../../lib/money/money.ts'
import { joinedNames } from '../../../../../lib/locale.ts'
import { Accordion } from '../../../../../ui/Accordion.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { uploadedOf, mayBeUnavailable } from '../../../rules/draft/required-documents.ts'
import type { ChecklistItem } from '../../../contract.ts'
import { FormToPrint, SeeExample } from '../../samples/SeeExample.tsx'
import { DOCUMENT_REASONS, becauseKey, documentKey } from '../../../rules/word-keys.ts'
import { sendingWords } from '../../photos-waiting.tsx'
import { useDuplicateFileNote } from '../../duplicate-file-note.ts'
import { slotOf } from '../../upload-slots.ts'
import { $draft, goBack, proceed, $answers, change } from '../store/wizard-store.ts'
import { useClaimFiles } from '../store/use-claim-files.ts'
import type { StepProps } from '../props.ts'
import { useFilesClaimedBefore } from './event/claimed-before-note.tsx'
import { useReceivedDocuments } from './received-documents.tsx'
import { DocumentUnavailableAnswer } from './document-unavailable-answer.tsx'
import { OtherDeviceMobile, OtherDeviceWeb } from './start/other-device.tsx'

export default function DocumentsStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const uploads = useClaimFiles(draft.id)
  const { going, needsYou } = uploads.standing
  const needed = draft.checklist.filter((item) => item.required)
  const missing = needed.filter(
    (item) =>
      !held(item, draft.documents, uploads.items) &&
      !answers.unavailable.some(({ kind }) => kind === item.kind && mayBeUnavailable(kind)),
  )

  return (
    <div className="grid gap-8">
      <StepHead
        still={still}
        title={t('claimform:documents.title')}
        lead={t('claimform:documents.lead', { count: needed.length })}
      />
      {uploads.disconnected && (
        <Notice kind="warn" icon="wifi-off" live="status" title={t('claimform:documents.offline.title')}>
          <p>{t(uploads.durable ? 'claimform:documents.offline.text' : 'claimform:documents.offline.open')}</p>
          {going > 0 && (
            <p>
              <TextLink onClick={uploads.wake}>{t('claims:photos.now')}</TextLink>
            </p>
          )}
        </Notice>
      )}
      <OtherDevice claim={draft.id} handed={!draft.movable} />
      <section aria-labelledby="needed" className="grid">
        <div className="grid gap-1 border-b border-ink pb-3">
          <h2 className="type-h2" id="needed">
            {t('claimform:documents.needed')}
          </h2>
          <UploadLimits />
        </div>
        {needed.map((item) => (
          <Slot key={item.kind} item={item} uploads={uploads} claim={draft.id} />
        ))}
      </section>
      <Optional items={draft.checklist.filter((item) => !item.required)} uploads={uploads} claim={draft.id} />
      <Actions
        main={
          // What needs the person is no waiting: the button leads there.
          <Button
            look={draft.signer.role === 'claimant' ? 'primary' : 'accent'}
            waiting={going > 0}
            onWait={toFirstOpen}
            onClick={() => (needsYou > 0 ? toFirstOpen() : proceed('documents'))}
          >
            {going > 0
              ? sendingWords(t, uploads, going)
              : needsYou > 0
                ? needsYouWords(t, needsYou, toReplace(uploads.items))
                : t('claimform:documents.go')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('documents')}>{t('claimform:back')}</TextLink>}
        hint={<StillMissing draft={draft} uploads={uploads} needed={needed} missing={missing} />}
      />
    </div>
  )
}

/** How far the sending is, and which documents are still missing. */
function StillMissing({
  draft,
  uploads,
  needed,
  missing,
}: {
  draft: StepProps['draft']
  uploads: ReturnType<typeof useUploads>
  needed: readonly ChecklistItem[]
  missing: readonly ChecklistItem[]
}) {
  const t = useT()
  const lang = useLang()
  const { going } = uploads.standing
  return (
    <span aria-live="polite" className="mobile:line-clamp-2">
      {going > 0 ? (
        <strong className="num font-semibold">
          {t('claimform:documents.overall', { percent: uploads.overall.percent })}
          <Gap />
        </strong>
      ) : null}
      {missing.length === 0 ? (
        <strong className="font-semibold">{t('claimform:documents.all')}</strong>
      ) : (
        <>
          <strong className="font-semibold">
            {t('claimform:documents.missing', { there: needed.length - missing.length, count: missing.length })}
          </strong>
          <Gap />
          {joinedNames(
            lang,
            missing.map((item) => missingWords(t, item, arrived(item, draft.documents, uploads.items))),
          )}
        </>
      )}
    </span>
  )
}

/** Both are small, and a part that is loaded later would move the list below it. */
const OtherDevice = (props: Parameters<typeof OtherDeviceWeb>[0]) =>
  $session.get().device === 'mobile' ? <OtherDeviceMobile /> : <OtherDeviceWeb {...props} />

/**
 * Moves to the first file that needs the person, with the focus on its first button; else to the first that is being
 * sent.
 */
function toFirstOpen(): void {
  const of = (...states: string[]): HTMLElement | null =>
    document.querySelector(states.map((state) => `.upload-row[data-state="${state}"]`).join())
  const row = of('blurred', 'failed') ?? of('sending', 'waiting', 'preparing')
  // The optional documents are folded.
  row?.closest('details')?.setAttribute('open', '')
  row?.scrollIntoView({ block: 'center' })
  row?.querySelector<HTMLElement>('.actions button, .actions input')?.focus({ preventScroll: true })
}

type Documents = Parameters<typeof uploadedOf>[1]
type Items = ReturnType<typeof useUploads>['items']

/** Pages on the server, or received in this page while the reloaded draft has not arrived yet. */
function arrived({ kind }: ChecklistItem, documents: Documents, items: Items): number {
  const fresh = items.filter(
    ({ slot, state }) => slot === slotOf(kind) && (state === 'received' || state === 'checking'),
  ).length
  return Math.max(uploadedOf(kind, documents), fresh)
}

const held = (item: ChecklistItem, documents: Documents, items: Items): boolean =>
  arrived(item, documents, items) >= item.least

/** The name of a missing document; with the pages that are there, if there are some. */
const missingWords = (t: Translate, { kind, least }: ChecklistItem, there: number): string =>
  there > 0 ? t('claimform:documents.short', { title: t(documentKey(kind)), there, least }) : t(documentKey(kind))

/** A file that cannot be used is replaced; only one with a warning is a matter to decide. */
function needsYouWords(t: Translate, count: number, replace: number): string {
  if (replace === 0) return t('claimform:documents.decide', { count })
  return replace === count
    ? t('claimform:documents.replace', { count })
    : t('claimform:documents.replaceDecide', { count: replace, decide: count - replace })
}

/** Folded unless it already contains something. */
function Optional({
  items,
  uploads,
  claim,
}: {
  items: readonly ChecklistItem[]
  uploads: ReturnType<typeof useUploads>
  claim: string
}) {
  const t = useT()
  const documents = useStore($draft)?.documents ?? []
  const used = items.some(
    ({ kind }) => documents.some((one) => one.kind === kind) || uploads.items.some(({ slot }) => slot === slotOf(kind)),
  )
  const [open] = useState(used)
  if (items.length === 0) return null
  return (
    <div className="border-t border-ink">
      <Accordion
        open={open}
        title={
          <>
            <span className="block type-h3">{t('claimform:documents.optional')}</span>
            <span className="block text-small font-normal text-ink-2">{t('claimform:documents.optionalLead')}</span>
          </>
        }
      >
        {items.map((item) => (
          <Slot key={item.kind} item={item} uploads={uploads} claim={claim} />
        ))}
      </Accordion>
    </div>
  )
}

function Slot({
  item,
  uploads,
  claim,
}: {
  item: ChecklistItem
  uploads: ReturnType<typeof useUploads>
  claim: string
}) {
  const t = useT()
  const lang = useLang()
  const draft = useStore($draft)
  const documents = draft?.documents ?? []
  const sameHere = useDuplicateFileNote(uploads.items, documents)
  const claimedBefore = useFilesClaimedBefore(draft?.claimedBefore ?? [])
  const { rows, asking } = useReceivedDocuments(
    claim,
    documents.filter(({ kind, item: of }) => kind === item.kind && of === null),
    uploads,
    claimedBefore,
  )
  const because = DOCUMENT_REASONS.find((one) => one === item.because)
  const limit = formatMoney(fromMajor(LIMITS.itemisedBillAbove, 'CNY'), lang)
  return (
    <>
      <UploadSlot
        uploads={uploads}
        slot={slotOf(item.kind)}
        title={t(documentKey(item.kind))}
        rule={
          <>
            {t(documentKey(item.kind, 'rule'))}
            {item.least > 1 && (
              <span className="block">
                {t(item.kind === 'invoice' ? 'claimform:documents.leastInvoices' : 'claimform:documents.least', {
                  count: item.least,
                })}
              </span>
            )}
            {because && because !== 'always' && because !== 'medical' && because !== 'optional' && (
              <span className="block">{t(becauseKey(because), { amount: limit })}</span>
            )}
            <FormToPrint kind={item.kind} />
            <SeeExample kind={item.kind} />
          </>
        }
        there={rows}
        noteOf={(file) => sameHere(file) ?? claimedBefore(file.id)}
        pages={{ there: arrived(item, documents, uploads.items), least: item.least }}
        limitsSaid
      />
      {item.kind === 'id_copy' && <WhichId least={item.least} />}
      {item.required && <DocumentUnavailableAnswer kind={item.kind} there={held(item, documents, uploads.items)} />}
      {asking}
    </>
  )
}

/** `least`: pages that the checklist asks for; two of a card. Renders nothing for a person whose only ID has one page. */
function WhichId({ least }: { least: number }) {
  const t = useT()
  const passport = useStore($answers)?.idShown === 'passport'
  if (least < 2 && !passport) return null
  return (
    <p className="pb-2">
      {passport && (
        <span className="text-ink-2">
          {t('claimform:idShown.passport')}
          <Gap />
        </span>
      )}
      <TextLink onClick={() => change({ idShown: passport ? 'card' : 'passport' })}>
        {t(passport ? 'claimform:idShown.isCard' : 'claimform:idShown.isPassport')}
      </TextLink>
    </p>
  )
}
