/** `upload?part=check`: everything that was said, what is still missing with its rule, the declarations, and the act that sends it (design §6.4, §6.5). */
import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { RequestFailed } from '../../../../../app/api.ts'
import { request } from '../../../../../app/client.ts'
import { failedWords } from '../../../../../app/failed.ts'
import { pending } from '../../../../../app/photos/summary.ts'
import { uploads } from '../../../../../app/photos/uploads.ts'
import { useT } from '../../../../../app/words.tsx'
import { Actions, StepForm, StepHead, useAttempt } from '../../../../../app/wizard.tsx'
import { dayOf } from '../../../../../lib/dates.ts'
import { LIMITS } from '../../../../../lib/limits.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../ui/Choice.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { submitClaim, type DraftView } from '../../../contract.ts'
import { DECLARATIONS, declarationKey } from '../../../draft/declarations.ts'
import { claimErrors } from '../../../draft/errors.ts'
import { $sign, forgetSignature, sendWaiting } from '../store/signing.ts'
import { $conflicts, $draft, change, flush, goBack, refresh, sent } from '../store/store.ts'
import { forgetTyped } from '../store/unsent.ts'
import { useFiles } from '../store/use-files.ts'
import type { StepProps } from '../types.ts'
import { Errors } from '../errors.tsx'
import { Answers } from './answers.tsx'
import { Missing } from './missing.tsx'

export default function CheckStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const { pending: waiting } = useFiles(draft.id)
  const hand = useStore($sign)
  const [attempt, tryOn] = useAttempt(draft.id, 'check')
  const { busy, said, submit } = useSubmit()
  const errors = claimErrors({
    answers, today: dayOf(Date.now()), policy: draft.policy, holders: draft.holderNames, checklist: draft.checklist, documents: draft.documents,
    signed: draft.signature?.stands === true || (hand.claim === draft.id && hand.state === 'offline'),
  })
  const { check: unticked = {}, ...missing } = errors
  const complete = Object.keys(missing).length === 0
  const shown = attempt > 0 ? unticked : {}
  const errorOf = (key: string): string | undefined => {
    const id = DECLARATIONS.find((one) => key === `declarations.${one}`)
    return id && shown[key] ? t(`apply:check.tick.${id}`) : undefined
  }

  return (
    <StepForm
      onGo={() => {
        tryOn()
        if (complete && Object.keys(unticked).length === 0) void submit(draft)
      }}
    >
      <StepHead still={still} title={t('apply:check.title')} lead={t('apply:check.lead')} />
      {complete ? <Errors errors={shown} errorOf={errorOf} attempt={attempt} /> : <Missing missing={missing} draft={draft} answers={answers} attempt={attempt} />}
      <Answers draft={draft} answers={answers} />
      <section className="grid gap-3" aria-labelledby="declarations">
        <div className="grid gap-1 border-b border-ink pb-3">
          <h2 className="type-h2" id="declarations">{t('apply:check.declarations')}</h2>
          <p className="text-ink-2">{t('apply:check.declarationsLead')}</p>
        </div>
        {draft.answers.declarations.includes('sensitive') && <p className="text-ink-2">{t('apply:check.agreed')}</p>}
        {DECLARATIONS.filter((id) => id !== 'sensitive' || !draft.answers.declarations.includes(id)).map((id) => (
          <Checkbox
            key={id}
            id={`declarations.${id}`}
            checked={answers.declarations.includes(id)}
            onChange={(yes) => change({ declarations: yes ? [...answers.declarations, id] : answers.declarations.filter((one) => one !== id) })}
            error={errorOf(`declarations.${id}`)}
          >
            {t(declarationKey(id))}
            <span className="text-small block text-ink-2">{t(declarationKey(id, 'more'))}</span>
          </Checkbox>
        ))}
      </section>
      {said && <Notice kind={said.kind} live="alert" title={said.title}>{said.text}</Notice>}
      <Actions
        main={
          <Button look="accent" type="submit" working={busy && t('apply:check.sending')} waiting={waiting > 0}>
            {waiting > 0 ? t('apply:documents.wait', { count: waiting }) : t('apply:check.send')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('check')}>{t('apply:back')}</TextLink>}
        hint={complete ? t('apply:check.then', { days: LIMITS.decisionDays }) : t('apply:check.missing', { count: Object.values(missing).reduce((sum, of) => sum + Object.keys(of).length, 0) })}
      />
    </StepForm>
  )
}

interface Said {
  kind: 'warn' | 'bad'
  title: string
  text: string
}

/** Sends it once, however often it is pressed; without a connection it says so, and everything stays. */
function useSubmit() {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [said, say] = useState<Said>()
  const running = useRef(false)

  async function submit(draft: DraftView): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    say(undefined)
    try {
      say(await send(draft.id))
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      say({ kind: 'warn', title: t('apply:check.unsent.title'), text: error.code === 'offline' ? t('apply:check.unsent.text') : failedWords(t, error) })
    }
    setBusy(false)
    running.current = false
  }

  async function send(id: string): Promise<Said | undefined> {
    // A file that this device has not sent yet would be lost to the claim.
    await uploads.resume(id)
    const left = pending(uploads.items(id).get())
    if (left > 0) return { kind: 'warn', title: t('apply:check.unsent.title'), text: t('apply:documents.wait', { count: left }) }
    await sendWaiting()
    if (!(await flush()) || $sign.get().state === 'offline') return { kind: 'warn', title: t('apply:check.unsent.title'), text: t('apply:check.unsent.text') }
    if ($conflicts.get().length > 0) return { kind: 'warn', title: t('apply:check.undecided.title'), text: t('apply:check.undecided.text') }
    const draft = $draft.get()
    if (!draft) return undefined
    const reply = await request(submitClaim, { id, version: draft.version })
    if (reply.ok) {
      await Promise.all([forgetTyped(id), forgetSignature(id)])
      sent()
      return undefined
    }
    await refresh({ always: true })
    if (reply.code === 'conflict') return { kind: 'warn', title: t('apply:check.changed.title'), text: t('apply:check.changed.text') }
    return { kind: 'bad', title: t('apply:check.unsent.title'), text: reply.message }
  }
  return { busy, said, submit }
}
