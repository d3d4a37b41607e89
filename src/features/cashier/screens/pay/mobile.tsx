import { useT } from '../../../../app/words/words.tsx'
import { orderAsked } from '../payer-screen-stage.ts'
import { PayBy } from '../pay-deadline.tsx'
import { OrderFacts, PaymentProgress, useMoney } from '../payer-screen-parts.tsx'
import { Closed, Methods, Notices, SandboxNote, Waiting } from './pay-screen-parts.tsx'
import { CancelOrder, SomebodyElsePays } from './ask-somebody-else-to-pay.tsx'
import type { PayState } from './use-payment.ts'

/** Phone: the amount, the methods, the order. */
export default function Mobile(state: PayState) {
  const t = useT()
  const money = useMoney()
  const { data, stage, follow, which } = state
  if (!data) return null
  const order = orderAsked(data)
  const amount = money(order.amount)
  if (stage === 'closed' || stage === 'undecided') return <Closed {...state} />
  if (stage === 'waiting') {
    return (
      <div className="grid gap-8">
        <PaymentProgress order={order} />
        <Notices {...state} />
        <Waiting {...state} />
        <div className="grid gap-1">
          <p className="text-ink-2">
            {t('cashier:pay.total')} <strong className="type-figure block text-base-content">{amount}</strong>
          </p>
          <PayBy order={order} skew={follow.skew} onEnd={() => void follow.look()} />
        </div>
        <OrderFacts order={order} />
      </div>
    )
  }
  return (
    <div className="grid gap-7">
      <PaymentProgress order={order} />
      <Notices {...state} />
      <header className="grid gap-1">
        <h1 className="text-body font-normal text-ink-2">
          {t('cashier:pay.total')} <strong className="type-figure block text-base-content">{amount}</strong>
        </h1>
        <PayBy order={order} skew={follow.skew} onEnd={() => void follow.look()} />
      </header>
      <Methods {...state} title={t('cashier:pay.with')} />
      {order.own && which && <SomebodyElsePays which={which} skew={follow.skew} />}
      <OrderFacts order={order} title={t('cashier:facts.title')} />
      <CancelOrder order={order} done={() => void follow.look()} />
      <SandboxNote {...state} />
    </div>
  )
}
