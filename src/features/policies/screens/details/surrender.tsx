/** Cancelling the policy: how a request stands, or the way to one. Only who bought it sees this. */
import { useState } from 'react'
import { lazyPart } from '../../../../app/lazy.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { formatInstant } from '../../../../lib/dates.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Notice, type NoticeProps } from '../../../../ui/Notice.tsx'
import type { PolicyView } from '../../contract.ts'
import type { DetailsProps } from './props.ts'

/** Loaded on first use: few cancel, and the page is near its weight. */
const SurrenderDialog = lazyPart(() => import('./surrender-dialog.tsx'), null)

type Request = NonNullable<PolicyView['surrender']>
type Shown = 'under_review' | 'rejected' | 'approved' | 'succeeded' | 'failed'

const SHOWN: Record<Request['status'], Shown> = {
  requested: 'under_review', under_review: 'under_review', rejected: 'rejected', approved: 'approved', submitted: 'approved', succeeded: 'succeeded', failed: 'failed',
}
const KIND: Record<Shown, NonNullable<NoticeProps['kind']>> = { under_review: 'info', rejected: 'warn', approved: 'info', succeeded: 'ok', failed: 'warn' }

export function Surrender({ policy, again }: DetailsProps) {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { role, status, surrender } = policy
  const possible = (status === 'valid' || status === 'pending_activation') && (surrender === null || surrender.status === 'rejected')
  if (role !== 'buyer' || (!possible && !surrender)) return null
  return (
    <section id="surrender">
      <h2 className="type-h3">{t('policies:surrender.title')}</h2>
      {surrender && <div className="mt-3"><SurrenderState request={surrender} /></div>}
      {possible && (
        <>
          <p className="mt-1 mb-4 measure text-ink-2">{t('policies:surrender.lead')}</p>
          <Button size="sm" onClick={() => setAsking(true)}>{t('policies:surrender.open')}</Button>
          {asking && <SurrenderDialog id={policy.id} close={() => setAsking(false)} done={again} />}
        </>
      )}
    </section>
  )
}

function SurrenderState({ request }: { request: Request }) {
  const t = useT()
  const lang = useLang()
  const shown = SHOWN[request.status]
  const values = {
    amount: formatMoney(request.amount, lang), at: formatInstant(request.settledAt ?? request.requestedAt, lang), by: formatInstant(request.decideBy, lang),
    why: request.why ?? '', email: SITE[lang].email,
  }
  return <Notice kind={KIND[shown]} title={t(`policies:surrender.state.${shown}.title`, values)}><p>{t(`policies:surrender.state.${shown}.text`, values)}</p></Notice>
}
