import { Island, type IslandProps } from '../../../../app/island.tsx'
import { lazyPart } from '../../../../app/lazy.tsx'
import { useT } from '../../../../app/words.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import type { Followed } from '../../contract.ts'
import { isGroupPayment } from '../../payment-stage.ts'
import { Instant, Lead, OrderFacts, Unready, useMoney } from '../payment-parts.tsx'
import { usePaidPayment } from '../use-paid-payment.ts'

const GroupDetails = lazyPart(() => import('../group/details.tsx'))

/** `/h5/details`: what was paid for a student of a school's campaign; shown only if the money has arrived, whatever the address says. */
export default function CollectionDetailsPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Details />
    </Island>
  )
}

function Details() {
  const { which, follow, paid } = usePaidPayment()
  if (!paid) return <Unready follow={follow} which={which} />
  if (which && isGroupPayment(paid.order)) return <GroupDetails data={paid} which={which} />
  return <Paid data={paid} />
}

function Paid({ data: { order, payment, startedBy } }: { data: Followed }) {
  const t = useT()
  const money = useMoney()
  const own = order.own || startedBy === 'caller'
  const rows = [
    { term: t('cashier:receipt.amount'), value: <strong className="num font-semibold">{money(payment?.amount ?? order.amount)}</strong> },
    // How somebody else paid is not shown.
    ...(payment && own ? [{ term: t('cashier:receipt.method'), value: t(`cashier:method.${payment.method}`) }] : []),
    ...(payment?.settledAt ? [{ term: t('cashier:receipt.at'), value: <Instant at={payment.settledAt} /> }] : []),
    ...(order.campaign ? [{ term: t('payer:details.school'), value: order.campaign }] : []),
    { term: t('payer:details.policy'), value: t(`payer:details.${order.settled ? 'issued' : 'issuing'}`) },
  ]
  return (
    <div className="grid max-w-2xl gap-8">
      <Lead title={t('payer:details.title')} live>{t(`payer:details.${order.own ? 'own' : 'payer'}`)}</Lead>
      <SummaryList rows={rows} />
      <OrderFacts order={order} title={t('payer:already.what')} />
    </div>
  )
}
