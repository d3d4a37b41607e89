/**
 * `success`: the case number, what happens next and when, the signed form, and how to find the claim later (spec §2;
 * design §6.4, §6.7).
 */
import { useEffect } from 'react'
import { blob, request } from '../../../../../app/requests/browser-requester.ts'
import { dataOf } from '../../../../../app/requests/read-reply.ts'
import { useDownload } from '../../../../../app/requests/download.ts'
import { useLoad } from '../../../../../app/requests/use-load.ts'
import { LoadFailed } from '../../../../../app/load/load-failed.tsx'
import { NotFound } from '../../../../../app/load/not-found.tsx'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { StepHead, TextWaiting } from '../../../../../app/parts/wizard-parts.tsx'
import { addDays, dayOf, formatInstant } from '../../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../../lib/limits-and-periods.ts'
import { localPath } from '../../../../../lib/locale.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { StatusTimeline } from '../../../../../ui/StatusTimeline.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { formFile, getClaim, type ClaimView } from '../../../contract.ts'
import { promisedDocuments } from '../../../rules/case/promised-documents.ts'
import type { DocumentKind } from '../../../rules/document-kinds.ts'
import { documentKey } from '../../../rules/word-keys.ts'
import { addDocumentPath, progressPath } from '../../../rules/claim-paths.ts'
import { pagePath } from '../../../steps.ts'

type Found = ClaimView | 'not_sent' | 'not_found'

export default function SuccessStep({ id }: { id: string }) {
  const t = useT()
  const lang = useLang()
  const [claim, again] = useLoad<Found>(id, async () => {
    const reply = await request(getClaim, { id })
    return !reply.ok && (reply.code === 'not_sent' || reply.code === 'not_found') ? reply.code : dataOf(reply)
  })
  const elsewhere = claim.state === 'ready' ? pageInstead(claim.data, id) : undefined
  useEffect(() => {
    if (elsewhere) location.replace(localPath(lang, elsewhere))
  }, [elsewhere, lang])
  if (claim.state === 'loading' || elsewhere) return <TextWaiting />
  if (claim.state === 'failed') return <LoadFailed error={claim.error} level={1} again={again} />
  if (typeof claim.data === 'string') {
    return (
      <NotFound
        title={t('claimform:missing.title')}
        path={pagePath('policy', undefined)}
        go={t('claimform:missing.go')}
      >
        {t('claimform:missing.text')}
      </NotFound>
    )
  }
  return <Sent claim={claim.data} />
}

/** As long as these last, the day that this page names is the one on which the decision is due. */
const AWAITS_DECISION: readonly ClaimView['status'][] = ['submitted', 'registered', 'in_review']

/** The page of a claim for which this one would promise what is not true: before it was sent, once it was decided. */
function pageInstead(claim: Found, id: string): string | undefined {
  if (claim === 'not_found') return undefined
  if (claim === 'not_sent') return pagePath('check', id)
  return AWAITS_DECISION.includes(claim.status) ? undefined : progressPath(id)
}

function Sent({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const form = useDownload(() => blob(formFile, { id: claim.id, language: lang }), `${claim.caseNumber ?? 'claim'}.pdf`)
  const promised = promisedDocuments(claim)
  const sentAt = claim.submittedAt ?? claim.updatedAt
  const decideOn = claim.clock?.dueOn ?? addDays(dayOf(sentAt), LIMITS.decisionDays - 1)
  return (
    <div className="grid max-w-3xl gap-10">
      <StepHead
        title={t('claimform:success.title')}
        lead={t(promised.length > 0 ? 'claimform:success.leadPromised' : 'claimform:success.lead')}
      />
      <div className="border-y border-ink py-5">
        <p className="text-small text-ink-2">{t('claimform:success.number')}</p>
        <p className="type-h1 num few-letters:type-h2">{claim.caseNumber}</p>
        <p className="num text-small text-ink-2">{t('claimform:success.at', { time: formatInstant(sentAt, lang) })}</p>
      </div>
      {promised.length > 0 && <Promised claim={claim.id} kinds={promised} />}
      <section className="grid gap-5" aria-labelledby="next">
        <h2 className="type-h2" id="next">
          {t('claimform:success.next')}
        </h2>
        <StatusTimeline
          label={t('claimform:success.next')}
          steps={[
            {
              id: 'sent',
              state: 'done',
              title: t('claimform:success.step.sent'),
              when: t('app:zoned', { time: formatInstant(sentAt, lang) }),
            },
            {
              id: 'register',
              state: 'now',
              title: t('claimform:success.step.register'),
              children: (
                <p className="text-ink-2">{t('claimform:success.step.registerText', { email: claim.answers.email })}</p>
              ),
            },
            {
              id: 'decide',
              state: 'next',
              title: t('claimform:success.step.decide', { insurer: claim.policy.insurerName }),
              when: t('claimform:success.when.decide', { day: decideOn }),
            },
            {
              id: 'pay',
              state: 'next',
              title: t('claimform:success.step.pay'),
              when: t('claimform:success.when.pay', { days: LIMITS.paymentDays }),
            },
          ]}
        />
        <p className="measure text-ink-2">{t('claimform:success.documents')}</p>
      </section>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button look="primary" href={localPath(lang, progressPath(claim.id))}>
          {t('claimform:success.follow')}
        </Button>
        <Button icon="download" working={form.busy && t('claimform:success.loading')} onClick={() => void form.save()}>
          {t('claimform:success.form')}
        </Button>
      </div>
      <p className="measure text-small text-ink-2">{t('claimform:success.later')}</p>
    </div>
  )
}

/** What was promised for later, each with its upload. */
function Promised({ claim, kinds }: { claim: string; kinds: readonly DocumentKind[] }) {
  const t = useT()
  const lang = useLang()
  return (
    <section aria-labelledby="promised">
      <h2 className="mb-1 type-h2" id="promised">
        {t('claimform:success.promised')}
      </h2>
      <ul className="ruled">
        {kinds.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <span>{t(documentKey(kind))}</span>
            <TextLink look="go" href={localPath(lang, addDocumentPath(claim, kind))}>
              {t('claimform:success.promisedAdd')}
              <span className="sr-only">{t(documentKey(kind))}</span>
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
