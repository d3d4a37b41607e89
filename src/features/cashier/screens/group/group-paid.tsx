/** What a school paid for, and the result for each student: with the receipt, and a link to the invoice. */
import { useState } from 'react'
import { RequestFailed } from '../../../../app/requests/api.ts'
import { blob, request } from '../../../../app/requests/browser-requester.ts'
import { callFailureWords } from '../../../../app/requests/call-failure-words.ts'
import { useDownload } from '../../../../app/requests/download.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { subtract } from '../../../../lib/money/money.ts'
import { Button } from '../../../../ui/Button.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { groupInvoice, groupReceipt, LISTED_STATES, type GroupPaymentView } from '../../../collection/contract.ts'
import type { Followed } from '../../contract.ts'
import type { OrderReference } from '../payer-page-address.ts'
import { Instant, Lead, useMoney } from '../payer-screen-parts.tsx'
import { GroupFacts, GroupParts } from './group-facts.tsx'
import { GroupFailed } from './group-failed.tsx'
import { GroupList } from './group-list.tsx'
import { useGroup } from './use-group.ts'

export default function GroupDetails({ data, which }: { data: Followed; which: OrderReference }) {
  const t = useT()
  const group = useGroup(which, data.order.status)
  const { view, failed, again } = group
  return (
    <div className="grid max-w-3xl gap-8">
      <Lead title={t('grouppay:details.title')} live>
        {t(`grouppay:details.${view?.status === 'done' ? 'done' : 'issuing'}`)}
      </Lead>
      {!view ? (
        failed ? (
          <GroupFailed again={again} />
        ) : (
          <Skeleton label={t('grouppay:loading')} rows={6} />
        )
      ) : (
        <>
          <Money view={view} data={data} />
          <Papers view={view} which={which} />
          <Outcome view={view} />
          <GroupFacts view={view} />
          <GroupParts view={view} />
          <GroupList {...group} />
        </>
      )}
    </div>
  )
}

function Money({ view, data: { payment, order } }: { view: GroupPaymentView; data: Followed }) {
  const t = useT()
  const money = useMoney()
  const paid = payment?.amount ?? order.amount
  const back = view.returned.amount > 0
  return (
    <SummaryList
      rows={[
        { term: t('grouppay:details.paid'), value: <strong className="num font-semibold">{money(paid)}</strong> },
        ...(back
          ? [
              { term: t('grouppay:details.returned'), value: <span className="num">{money(view.returned)}</span> },
              {
                term: t('grouppay:details.kept'),
                value: <span className="num">{money(subtract(paid, view.returned))}</span>,
              },
            ]
          : []),
        ...(payment ? [{ term: t('grouppay:details.method'), value: t(`cashier:method.${payment.method}`) }] : []),
        ...(view.paidAt === null
          ? []
          : [{ term: t('grouppay:details.at'), value: <Instant at={payment?.settledAt ?? view.paidAt} /> }]),
      ]}
    />
  )
}

/** The number of students in each state; only those on the list. */
function Outcome({ view: { states } }: { view: GroupPaymentView }) {
  const t = useT()
  const shown = LISTED_STATES.filter((state) => (states[state] ?? 0) > 0)
  return (
    <SummaryList
      title={t('grouppay:details.outcome')}
      rows={shown.map((state) => ({
        id: state,
        term: t(`grouppay:state.${state}`),
        value: <span className="num">{states[state]}</span>,
      }))}
    />
  )
}

function Papers({ view, which: { link = '' } }: { view: GroupPaymentView; which: OrderReference }) {
  const t = useT()
  const language = useLang()
  const { busy, save } = useDownload(() => blob(groupReceipt, { link, language }), `${view.number}.pdf`)
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState('')
  async function invoice(): Promise<void> {
    if (opening) return
    setOpening(true)
    setProblem('')
    try {
      const reply = await request(groupInvoice, { link })
      if (reply.ok) return location.assign(new URL(reply.data.url).pathname)
      setProblem(reply.message)
    } catch (error) {
      if (!(error instanceof RequestFailed)) throw error
      setProblem(callFailureWords(t, error))
    }
    setOpening(false)
  }
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-3 mobile:grid">
        <Button
          look="primary"
          icon="download"
          onClick={() => void save()}
          working={busy && t('grouppay:details.receiptWorking')}
        >
          {t('grouppay:details.receipt')}
        </Button>
        {view.status === 'done' && (
          <Button
            icon="receipt-text"
            onClick={() => void invoice()}
            working={opening && t('grouppay:details.invoiceWorking')}
          >
            {t('grouppay:details.invoice')}
          </Button>
        )}
      </div>
      {view.status !== 'done' && <p className="text-small text-ink-2">{t('grouppay:details.invoiceWait')}</p>}
      <FailedNotice>{problem}</FailedNotice>
    </div>
  )
}
