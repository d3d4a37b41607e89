import { useT, useLang } from '../../../../app/words/words.tsx'
import { joined } from '../../../../lib/locale.ts'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import type { PayOrder } from '../../contract.ts'
import { OrderAgain } from '../order-again-link.tsx'
import { Lead, nameOf } from '../payer-screen-parts.tsx'
import type { PayState } from './use-payment.ts'

/** The order accepts no money any more. While a bank may still confirm a payment, nothing is said about a charge. */
export default function Closed({ data, stage }: PayState) {
  const t = useT()
  if (!data) return null
  const { order, payment } = data
  const title = t(
    order.link
      ? `payer:linkOver.${order.standing === 'expired' ? 'expired' : 'cancelled'}.title`
      : `cashier:closed.${order.standing}.title`,
  )
  const bank = t(`cashier:bankOf.${payment?.method}`)
  return (
    <div className="grid max-w-2xl justify-items-start gap-6">
      <Lead title={title} live>
        {stage === 'undecided'
          ? t(`cashier:undecided.${order.link ? 'link' : 'text'}`, { bank })
          : t(`cashier:closed.${order.standing}.text`)}
      </Lead>
      {order.own && order.application && (
        <div className="w-full">
          <Which order={order} />
        </div>
      )}
      {!order.link && <OrderAgain order={order} />}
    </div>
  )
}

/** Which order it was. */
function Which({ order }: { order: PayOrder }) {
  const t = useT()
  const lang = useLang()
  const rows = [
    { term: t('cashier:facts.plan'), value: joined(lang, nameOf(order), order.tier) },
    { term: t('cashier:facts.insured'), value: order.insured },
    { term: t('cashier:orderNumber'), value: <span className="num">{order.number}</span> },
  ]
  return <SummaryList rows={rows} />
}
