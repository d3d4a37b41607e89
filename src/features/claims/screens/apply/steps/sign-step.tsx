/** `read`: "before you begin", what signing means, the whole text, and the signature (spec §2, §5; design §6.2). */
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { toast } from '../../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { Actions, StepHead, TextWaiting, useAttempt } from '../../../../../app/parts/wizard-parts.tsx'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../ui/Choice.tsx'
import { CheckedForm } from '../../../../../ui/CheckedForm.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { claimForm, type FormText } from '../../../contract.ts'
import { looksLikeMark } from '../../../rules/draft/signature-strokes.ts'
import { ClaimErrorSummary } from '../claim-error-summary.tsx'
import { goBack, proceed } from '../store/wizard-store.ts'
import {
  $sign,
  finishSigning,
  openSigning,
  sign,
  signErrors,
  keepsEarlierSignature,
  setForm,
} from '../store/signature-store.ts'
import type { StepProps, WizardProps } from '../props.ts'
import { BeforeYouBegin } from './start/before-you-begin.tsx'
import { SignatureField } from './signature-field.tsx'
import { FullText } from './full-text.tsx'

type Props = StepProps & Pick<WizardProps, 'before'>

export default function SignStep(props: Props) {
  const { draft } = props
  const lang = useLang()
  const { state } = useStore($sign)
  const [text, again] = useLoad(`${draft.id}:${lang}:${draft.signer.role}`, async () => {
    await openSigning()
    const reply = await request(claimForm, { id: draft.id, language: lang })
    const form = dataOf(reply)
    await setForm(form)
    return form
  })
  useEffect(() => {
    if (state === 'changed') again()
  }, [state, again])
  if (text.state === 'loading') return <TextWaiting />
  if (text.state === 'failed') return <LoadFailed error={text.error} level={1} again={again} />
  return <Signing key={text.data.sha256} {...props} text={text.data} />
}

function Signing({ draft, still, before, text }: Props & { text: FormText }) {
  const t = useT()
  const hand = useStore($sign)
  const [attempt, tryOn] = useAttempt(draft.id, 'sign')
  const [busy, setBusy] = useState(false)
  const stands = keepsEarlierSignature(hand, draft)
  // Asked, not refused: handwriting is not judged.
  const mark = !stands && hand.kind === 'drawn' && hand.strokes.length > 0 && looksLikeMark(hand.strokes)
  const errors = stands ? {} : signErrors(hand, draft)
  const shown = attempt > 0 ? errors : {}
  const errorOf = (key: string): string | undefined => (shown[key] ? t(`errors:field.${shown[key]}`) : undefined)

  async function finish(): Promise<void> {
    tryOn()
    if (Object.keys(errors).length > 0) return
    if (stands) return proceed('sign')
    setBusy(true)
    const done = await finishSigning()
    setBusy(false)
    if (done) proceed('sign')
    else toast($sign.get().message || t('claimform:unsaved'), 'bad')
  }

  return (
    <CheckedForm className="grid gap-8" onSend={() => void finish()}>
      {/* The lead ends in a colon: nothing comes between it and its list. */}
      <ClaimErrorSummary errors={shown} errorOf={errorOf} attempt={attempt} />
      <StepHead still={still} title={text.title} lead={text.lead} />
      <ol className="ruled">
        {text.points.map((point, i) => (
          <li key={point.title} className="grid grid-cols-[2.25rem_minmax(0,1fr)] py-4">
            <span className="num type-h3 text-teal" aria-hidden="true">
              {i + 1}
            </span>
            <div>
              <p className="font-semibold">{point.title}</p>
              <p className="text-small text-ink-2">{point.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <SignNotices draft={draft} state={hand.state} />
      <BeforeYouBegin before={before} />
      <FullText claim={draft.id} text={text} />
      {!stands && (
        <Checkbox id="read" checked={hand.read} onChange={(read) => sign({ read })} error={errorOf('read')}>
          {t(draft.signer.reader ? 'claimform:sign.tick' : 'claimform:sign.other.tick', { name: draft.signer.name })}
        </Checkbox>
      )}
      <SignatureField
        draft={draft}
        stands={stands}
        errorOf={errorOf}
        goOn={Object.keys(errors).length === 0 && !mark ? () => void finish() : undefined}
      />
      <Actions
        said={
          mark && (
            <Notice kind="warn" live="status">
              {t('claimform:sign.mark')}
            </Notice>
          )
        }
        main={
          <Button
            look={draft.signer.role === 'claimant' ? 'primary' : 'accent'}
            type="submit"
            working={busy && t('claimform:sign.saving')}
          >
            {t('claimform:sign.go')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('sign')}>{t('claimform:back')}</TextLink>}
      />
    </CheckedForm>
  )
}

/** What has changed since somebody signed, and who must sign where another person fills in the claim. */
function SignNotices({ draft: { signature, signer }, state }: Pick<Props, 'draft'> & { state: string }) {
  const t = useT()
  return (
    <>
      {state === 'changed' && (
        <Notice kind="warn" live="alert">
          {t('claimform:sign.changed')}
        </Notice>
      )}
      {signature && !signature.stands && state !== 'saved' && <Notice kind="warn">{t('claimform:sign.fallen')}</Notice>}
      {!signer.reader && (
        <Notice kind="info" title={t('claimform:sign.other.title', { name: signer.name })}>
          {t('claimform:sign.other.text', { name: signer.name })}
        </Notice>
      )}
    </>
  )
}
