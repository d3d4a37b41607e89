import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useT } from '../../../../app/words/words.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import type { Followed } from '../../contract.ts'
import { useFollowHere, unlessPaid } from '../follow-payment.ts'
import { isGroupPayment, paymentThatPaid } from '../payer-screen-stage.ts'
import { Instant, Lead, OrderFacts, useMoney } from '../payer-screen-parts.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'

const GroupDetails = lazyPart(() => import('../group/group-paid.tsx'))

/**
 * `/h5/details`: what was paid for a student of a school's campaign; shown only if the money has arrived, whatever the
 * address says.
 */
export default function CollectionDetailsPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Details />
    </Island>
  )
}

function Details() {
  const { which, follow, data } = useFollowHere(unlessPaid, { payment: true })
  if (!data) return <OrderUnavailable follow={follow} which={which} />
  if (which && isGroupPayment(data.order)) return <GroupDetails data={data} which={which} />
  return <Paid data={data} />
}

function Paid({ data }: { data: Followed }) {
  const t = useT()
  const money = useMoney()
  const { order, startedBy } = data
  const payment = paymentThatPaid(data)
  const own = order.own || startedBy === 'caller'
  const rows = [
    {
      term: t('cashier:receipt.amount'),
      value: <strong className="num font-semibold">{money(payment?.amount ?? order.amount)}</strong>,
    },
    // How somebody else paid is not shown.
    ...(payment && own ? [{ term: t('cashier:receipt.method'), value: t(`cashier:method.${payment.method}`) }] : []),
    ...(payment?.settledAt ? [{ term: t('cashier:receipt.at'), value: <Instant at={payment.settledAt} /> }] : []),
    ...(order.campaign ? [{ term: t('payer:details.school'), value: order.campaign }] : []),
    { term: t('payer:details.policy'), value: t(`payer:details.${order.settled ? 'issued' : 'issuing'}`) },
  ]
  return (
    <div className="grid max-w-2xl gap-8">
      <Lead title={t('payer:details.title')} live>
        {t(`payer:details.${order.own ? 'own' : 'payer'}`)}
      </Lead>
      <SummaryList rows={rows} />
      <OrderFacts order={order} title={t('payer:already.what')} />
    </div>
  )
}
