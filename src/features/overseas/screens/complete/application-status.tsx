/** One application: its current state, what comes next and when, what to have ready, and what was sent. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatInstant } from '../../../../lib/days/dates.ts'
import { localPath } from '../../../../lib/locale.ts'
import { SITE } from '../../../../lib/site.ts'
import { filledPath } from '../../../../lib/text/path-pattern.ts'
import type { RoutePath } from '../../../../routes.ts'
import { DayRange } from '../../../../ui/DayRange.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { StatusTimeline, type StatusStep } from '../../../../ui/StatusTimeline.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { type OverseasApplication, withdrawApplication } from '../../contract.ts'
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'

interface Props {
  application: OverseasApplication
  /** Replaces the applications with those that a call returned. */
  replace: (applications: OverseasApplication[]) => void
}

export function ApplicationStanding({ application, replace }: Props) {
  const t = useT()
  const lang = useLang()
  const { id, title, insurer, status, reason, asksSchool, product } = application
  const open = status === 'submitted' || status === 'referred'
  const again = status === 'withdrawn' || status === 'declined'
  const ready = ['passport', ...(asksSchool ? ['admission'] : []), 'visa', 'card'] as const
  return (
    <>
      <header className="grid gap-3">
        <p className="num text-small text-ink-2">{t('referral:number', { number: id })}</p>
        <h1 className="type-h1">{t(`referral:standing.${status}.title`, { insurer })}</h1>
        <p className="type-lead measure" role="status">
          {t(`referral:standing.${status}.text`, { insurer, title })}
          {reason && ` ${t(`referral:reason.${reason}`)}`}
        </p>
        {status === 'withdrawn' && application.referredAt !== null && (
          <p className="measure">{t('referral:standing.withdrawn.recall', { insurer })}</p>
        )}
      </header>
      {open && (
        <section className="grid gap-4">
          <h2 className="type-h3">{t('referral:next.title')}</h2>
          <StatusTimeline label={t('referral:next.title')} steps={stepsOf(application, t, lang)} />
        </section>
      )}
      {open && (
        <section className="grid gap-2">
          <h2 className="type-h3">{t('referral:ready.title')}</h2>
          <ul className="prose-list measure list-disc">
            {ready.map((it) => (
              <li key={it}>{t(`referral:ready.${it}`)}</li>
            ))}
          </ul>
          <p className="measure text-ink-2">{t('referral:ready.cost', { insurer })}</p>
        </section>
      )}
      <Sent application={application} />
      <div className="flex flex-wrap gap-3" data-no-print>
        {again && (
          <Button
            look="primary"
            href={localPath(lang, filledPath('/other/overseas/apply/[slug]' satisfies RoutePath, { slug: product }))}
          >
            {t('referral:again')}
          </Button>
        )}
        <Button icon="printer" onClick={() => print()}>
          {t('referral:print')}
        </Button>
        {open && <WithdrawButton application={application} replace={replace} />}
      </div>
    </>
  )
}

/** Steps from sending to the policy; the current one states who acts and by when. */
function stepsOf(
  { status, insurer, contact, submittedAt, referBy, referredAt, askAt }: OverseasApplication,
  t: ReturnType<typeof useT>,
  lang: ReturnType<typeof useLang>,
): StatusStep[] {
  const zoned = (instant: number) => t('app:zoned', { time: formatInstant(instant, lang) })
  const referred = status === 'referred' && referredAt !== null && askAt !== null
  return [
    { id: 'sent', title: t('referral:next.sent'), when: zoned(submittedAt), state: 'done' },
    {
      id: 'refer',
      title: t(referred ? 'referral:next.referred' : 'referral:next.refer', { insurer }),
      state: referred ? 'done' : 'now',
      when: referred ? zoned(referredAt) : t('referral:next.by', { at: referBy }),
    },
    {
      id: 'offer',
      title: t('referral:next.offer', { insurer, contact }),
      state: referred ? 'now' : 'next',
      children: referred ? t('referral:next.ask', { insurer, at: askAt, email: SITE[lang].email }) : undefined,
    },
    { id: 'pay', title: t('referral:next.pay', { insurer }), state: 'next' },
  ]
}

function Sent({
  application: { title, insurer, name, start, end, contact, submittedAt },
}: {
  application: OverseasApplication
}) {
  const t = useT()
  const lang = useLang()
  return (
    <SummaryList
      title={t('referral:what.title')}
      rows={[
        { term: t('referral:what.product'), value: title },
        { term: t('referral:what.insurer'), value: insurer },
        { term: t('referral:what.name'), value: name },
        {
          term: t('referral:what.days'),
          value: <DayRange start={start} end={end} lang={lang} />,
        },
        { term: t('referral:what.contact'), value: contact },
        { term: t('referral:what.sent'), value: t('app:zoned', { time: formatInstant(submittedAt, lang) }) },
      ]}
    />
  )
}

interface WithdrawProps {
  application: OverseasApplication
  replace: (applications: OverseasApplication[]) => void
}

/** The button that withdraws an application, after a confirmation. */
function WithdrawButton({ application: { id, insurer, status }, replace }: WithdrawProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  async function withdraw(): Promise<void> {
    setBusy(true)
    setProblem('')
    try {
      const reply = await request(withdrawApplication, { id })
      if (reply.ok) return replace(reply.data.applications)
      setProblem(reply.message)
    } catch (error) {
      setProblem(callFailureWords(t, error))
    }
    setBusy(false)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('referral:withdraw.open')}</Button>
      <Dialog
        open={open}
        onClose={busy ? () => undefined : () => setOpen(false)}
        title={t('referral:withdraw.ask')}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>{t('referral:withdraw.no')}</Button>
            <Button look="bad" working={busy && t('referral:withdraw.working')} onClick={() => void withdraw()}>
              {t('referral:withdraw.yes')}
            </Button>
          </>
        }
      >
        {t(`referral:withdraw.${status === 'referred' ? 'referred' : 'submitted'}`, { insurer })}
        <FailedNotice>{problem}</FailedNotice>
      </Dialog>
    </>
  )
}
