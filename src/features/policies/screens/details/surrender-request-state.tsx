/** State of a request to cancel, with a button to take it back while it waits; loaded only where there is one. */
import { useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { toast } from '../../../../app/parts/toast-store.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { addDays, dayOf, formatDay, formatInstant } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { SITE_CONTACTS } from '../../../../lib/site-contacts.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice, type NoticeProps } from '../../../../ui/Notice.tsx'
import type { PolicyView } from '../../contract.ts'
import { takeBackSurrender } from '../../surrender-calls.ts'

type Request = NonNullable<PolicyView['surrender']>
type Shown = 'under_review' | 'rejected' | 'approved' | 'succeeded' | 'failed'

const SHOWN: Record<Request['status'], Shown> = {
  requested: 'under_review',
  under_review: 'under_review',
  rejected: 'rejected',
  approved: 'approved',
  submitted: 'approved',
  succeeded: 'succeeded',
  failed: 'failed',
}
const KIND: Record<Shown, NonNullable<NoticeProps['kind']>> = {
  under_review: 'info',
  rejected: 'warn',
  approved: 'info',
  succeeded: 'ok',
  failed: 'warn',
}

export default function SurrenderRequest({
  policy: { id, period },
  surrender,
  done,
}: {
  policy: Pick<PolicyView, 'id' | 'period'>
  surrender: Request
  done: () => void
}) {
  const t = useT()
  const lang = useLang()
  const shown = SHOWN[surrender.status]
  const asked = dayOf(surrender.requestedAt)
  const text =
    shown === 'under_review' && asked < period.start
      ? 'early'
      : shown === 'failed' && surrender.school !== null
        ? 'school'
        : 'text'
  const values = {
    amount: formatMoney(surrender.amount, lang),
    at: formatInstant(surrender.settledAt ?? surrender.requestedAt, lang),
    by: surrender.decideBy,
    why: surrender.why ?? '',
    email: SITE_CONTACTS.email,
    last: formatDay(asked, lang),
    payBy: addDays(asked, LIMITS.refundDays),
  }
  return (
    <div className="mt-3">
      <Notice kind={KIND[shown]} title={t(`policies:surrender.state.${shown}.title`, values)}>
        <p>{t(`policies:surrender.state.${shown}.${text}`, values)}</p>
        {shown !== 'rejected' && surrender.school !== null && (
          <p className="mt-2">{t('policies:surrender.toSchool', { school: surrender.school })}</p>
        )}
        {shown === 'under_review' && <p className="mt-2">{t('policies:surrender.checks')}</p>}
        {shown === 'under_review' && surrender.letter && <Letter {...surrender.letter} />}
      </Notice>
      {shown === 'under_review' && <TakeBack id={id} done={done} />}
    </div>
  )
}

/** Number of files of the visa refusal letter, and of those that could not be read. */
function Letter({ files, unusable }: NonNullable<Request['letter']>) {
  const t = useT()
  return (
    <>
      {files > 0 && <p>{t('policies:surrender.visa.received', { count: files, number: files })}</p>}
      {unusable > 0 && <p>{t('policies:surrender.visa.unusable', { count: unusable, number: unusable })}</p>}
    </>
  )
}

function TakeBack({ id, done }: { id: string; done: () => void }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  async function takeBack(): Promise<void> {
    setBusy(true)
    try {
      const reply = await request(takeBackSurrender, { id })
      toast(reply.ok ? t('policies:surrender.takenBack') : reply.message, reply.ok ? 'plain' : 'bad')
      // It was decided in the meantime: reading the policy again shows the decision.
      done()
    } catch (error) {
      toast(callFailureWords(t, error), 'bad')
    }
    setBusy(false)
  }
  return (
    <p className="mt-3">
      <Button size="sm" working={busy && t('policies:surrender.takingBack')} onClick={() => void takeBack()}>
        {t('policies:surrender.takeBack')}
      </Button>
    </p>
  )
}
