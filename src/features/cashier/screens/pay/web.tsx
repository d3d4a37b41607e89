import { lazyPart } from '../../../../app/load/lazy.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { pageOf } from '../payer-page-address.ts'
import { orderAsked } from '../payer-screen-stage.ts'
import { PayBy } from '../pay-deadline.tsx'
import { Lead, OrderPanel, PaymentProgress, useMoney } from '../payer-screen-parts.tsx'
import { Closed, Methods, Notices, SandboxNote, Waiting } from './pay-screen-parts.tsx'
import { CancelOrder, SomebodyElsePays } from './ask-somebody-else-to-pay.tsx'
import type { PayState } from './use-payment.ts'

/** Only for the buyer, and drawn after a call; the space is as high as the code. */
const PayCode = lazyPart(() => import('../payment-qr-code.tsx'), <div className="h-61" />)

/** Desktop: methods and code at the left, what is paid for at the right and always visible. */
export default function Web(state: PayState) {
  const t = useT()
  const lang = useLang()
  const money = useMoney()
  const { data, stage, follow, which, notStopped } = state
  if (!data || !which) return null
  const order = orderAsked(data)
  // A bank has started on the payment: another phone, or another person, cannot pay instead of it either.
  const payableElsewhere = order.own && !notStopped
  if (stage === 'closed' || stage === 'undecided') return <Closed {...state} />
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <PaymentProgress order={order} />
        <Notices {...state} />
        {stage === 'waiting' ? (
          <Waiting {...state} />
        ) : (
          <>
            <Lead title={t('cashier:pay.title')}>{t('cashier:pay.lead')}</Lead>
            <Methods {...state} title={t('cashier:pay.amountWith', { amount: money(order.amount) })} />
          </>
        )}
        {payableElsewhere && !data.payment?.qr && (
          <section className="grid gap-3 border-t border-line pt-8">
            <h2 className="type-h3">{t('cashier:qr.title')}</h2>
            <p className="text-ink-2 measure">{t(stage === 'waiting' ? 'cashier:qr.ends' : 'cashier:qr.text')}</p>
            <PayCode data={data} which={which} />
            <p>
              <TextLink href={pageOf(lang, 'fyqr', which)}>{t('cashier:qr.large')}</TextLink>
            </p>
          </section>
        )}
        {payableElsewhere && <SomebodyElsePays which={which} skew={follow.skew} waiting={stage === 'waiting'} />}
        {stage !== 'waiting' && <CancelOrder order={order} done={() => void follow.look()} />}
      </div>
      <OrderPanel order={order}>
        <PayBy order={order} skew={follow.skew} onEnd={() => void follow.look()} />
        <SandboxNote {...state} />
      </OrderPanel>
    </div>
  )
}
