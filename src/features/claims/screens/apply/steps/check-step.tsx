/**
 * `upload?part=check`: all answers, what is still missing with its rule, the declarations, and the button that sends
 * the claim (design §6.4, §6.5).
 */
import { useStore } from '@nanostores/react'
import { Gap, useT } from '../../../../../app/words/words.tsx'
import { Actions, StepForm, StepHead, useAttempt } from '../../../../../app/parts/wizard-parts.tsx'
import { latestDay } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Checkbox } from '../../../../../ui/Choice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimAnswers } from '../../../rules/claim-fields.ts'
import { declarationKey, declarationsFor, isOptional, type Declaration } from '../../../rules/draft/declarations.ts'
import { claimErrors } from '../../../rules/draft/claim-errors.ts'
import { $sending, press, cancel } from '../store/submission-in-browser.ts'
import { $sign, isOnItsWay } from '../store/signature-store.ts'
import { change, goBack, show } from '../store/wizard-store.ts'
import { useClaimFiles } from '../store/use-claim-files.ts'
import { $checking } from '../../send-when-checked.ts'
import { sendingWords, PhotosWaiting, keptOnDeviceWords } from '../../photos-waiting.tsx'
import type { StepProps } from '../props.ts'
import { ClaimErrorSummary } from '../claim-error-summary.tsx'
import { CheckAnswers } from './check-answers.tsx'
import { MadeDocuments } from './made-documents.tsx'
import { MissingItems } from './missing-items.tsx'
import { Notice, type NoticeProps } from '../../../../../ui/Notice.tsx'
import type { SendState } from '../store/submission.ts'

export default function CheckStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const uploads = useClaimFiles(draft.id)
  const waiting = uploads.pending
  const hand = useStore($sign)
  const [attempt, tryOn] = useAttempt(draft.id, 'check')
  const sending = useStore($sending)
  const state = sending.claim === draft.id ? sending.state : 'idle'
  const checking = useStore($checking)
  const errors = claimErrors({
    answers,
    today: latestDay(useNow()),
    policy: draft.policy,
    holders: draft.holderNames,
    checklist: draft.checklist,
    documents: draft.documents,
    accountKnown: draft.accountOnFile?.reference === answers.accountFrom,
    heirs: draft.errors.account ?? {},
    signed: draft.signature?.stands === true || isOnItsWay(hand, draft),
  })
  const { check: unticked = {}, ...missing } = errors
  const complete = Object.keys(missing).length === 0
  const asked = declarationsFor(answers).filter((id) => id !== 'sensitive' || !draft.answers.declarations.includes(id))
  const shown = attempt > 0 ? unticked : {}
  const errorOf = (key: string): string | undefined =>
    shown[key] ? t(`claimform:check.tick.${key.replace('declarations.', '')}`) : undefined

  return (
    <StepForm
      onGo={() => {
        tryOn()
        if (complete && Object.keys(unticked).length === 0) void press(draft.id)
      }}
    >
      <StepHead still={still} title={t('claimform:check.title')} lead={t('claimform:check.lead')} />
      {complete ? (
        <ClaimErrorSummary errors={shown} errorOf={errorOf} attempt={attempt} />
      ) : (
        <MissingItems missing={missing} draft={draft} answers={answers} attempt={attempt} />
      )}
      <CheckAnswers draft={draft} answers={answers} uploads={uploads} />
      <MadeDocuments draft={draft} answers={answers} errorOf={errorOf} />
      <section className="grid gap-3" aria-labelledby="declarations">
        <div className="grid gap-1 border-b border-ink pb-3">
          <h2 className="type-h2" id="declarations">
            {t('claimform:check.declarations')}
          </h2>
          <p className="text-ink-2">{t('claimform:check.declarationsLead')}</p>
        </div>
        {draft.answers.declarations.includes('sensitive') && (
          <p className="text-ink-2">{t('claimform:check.agreed')}</p>
        )}
        {asked.map((id) => (
          <DeclarationBox key={id} id={id} answers={answers} error={errorOf(`declarations.${id}`)} />
        ))}
      </section>
      <Actions
        said={
          <>
            {(uploads.disconnected || uploads.standing.needsYou > 0) && (
              <PhotosWaiting uploads={uploads} go={{ onClick: () => show('documents', { fromCheck: true }) }} />
            )}
            <SendStatus claim={draft.id} />
          </>
        }
        main={
          <Button
            look={draft.signer.role === 'claimant' ? 'primary' : 'accent'}
            type="submit"
            working={
              state === 'sending' &&
              (checking > 0 ? t('uploads:wait', { count: checking }) : t('claimform:check.sending'))
            }
            waiting={waiting > 0}
            onWait={() => show('documents', { fromCheck: true })}
          >
            {waiting > 0
              ? uploads.standing.going > 0
                ? sendingWords(t, uploads, uploads.standing.going)
                : t('claims:photos.decide', { count: waiting })
              : t('claimform:check.send')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('check')}>{t('claimform:back')}</TextLink>}
        hint={
          state !== 'idle' && complete
            ? undefined
            : complete
              ? t('claimform:check.then', { days: LIMITS.decisionDays })
              : t('claimform:check.missing', {
                  count: Object.values(missing).reduce((sum, of) => sum + Object.keys(of).length, 0),
                })
        }
      />
    </StepForm>
  )
}

interface Declared {
  id: Declaration
  answers: ClaimAnswers
  error: string | undefined
}

function DeclarationBox({ id, answers: { declarations, hospital }, error }: Declared) {
  const t = useT()
  return (
    <Checkbox
      id={`declarations.${id}`}
      checked={declarations.includes(id)}
      onChange={(yes) =>
        change({ declarations: yes ? [...declarations, id] : declarations.filter((one) => one !== id) })
      }
      error={error}
    >
      {t(declarationKey(id), { hospital: hospital.name })}
      {isOptional(id) && (
        <span className="text-small text-ink-2">
          <Gap />
          {t('claimform:check.optional')}
        </span>
      )}
      <span className="text-small block text-ink-2">{t(declarationKey(id, 'more'))}</span>
    </Checkbox>
  )
}

/** The result of "Send the claim", shown above the button, where the person looks after pressing it. */
const LOOK: Record<Exclude<SendState, 'idle' | 'sending'>, Pick<NoticeProps, 'kind' | 'icon'>> = {
  waiting: { kind: 'warn', icon: 'wifi-off' },
  checking: { kind: 'warn', icon: 'search' },
  uploads: { kind: 'warn' },
  undecided: { kind: 'warn' },
  changed: { kind: 'warn' },
  expired: { kind: 'warn' },
  refused: { kind: 'bad' },
}

function SendStatus({ claim }: { claim: string }) {
  const t = useT()
  const { claim: of, state, message, uploads } = useStore($sending)
  if (of !== claim || state === 'idle' || state === 'sending') return null
  const text =
    state === 'refused'
      ? message
      : state === 'uploads'
        ? keptOnDeviceWords(t, uploads)
        : t(`claimform:send.${state}.text`)
  return (
    <Notice {...LOOK[state]} live="alert" title={t(`claimform:send.${state === 'uploads' ? 'refused' : state}.title`)}>
      {text}
      {state === 'waiting' && (
        <>
          <Gap />
          <TextLink look="inline" onClick={() => cancel()}>
            {t('claimform:send.waiting.cancel')}
          </TextLink>
        </>
      )}
    </Notice>
  )
}
