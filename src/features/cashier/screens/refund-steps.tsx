import { useT } from '../../../app/words/words.tsx'
import { StatusTimeline, type StatusStep } from '../../../ui/StatusTimeline.tsx'
import type { PaymentView, PayOrder } from '../contract.ts'
import { Instant, useMoney } from './payer-screen-parts.tsx'

/** The steps of a refund: why, how much, where to, and when it arrived or will arrive. */
export function RefundSteps({ payment }: { payment: PaymentView; order: PayOrder }) {
  const t = useT()
  const money = useMoney()
  const { refund } = payment
  if (!refund) return null
  const amount = money(refund.amount)
  const to = t(`cashier:refundedTo.${refund.byHand ? 'by_hand' : payment.method}`)
  const failed = refund.status === 'failed' || refund.status === 'rejected'
  const done = refund.status === 'succeeded'
  const steps: StatusStep[] = [
    {
      id: 'taken',
      state: 'done',
      title: t('cashier:refund.taken', { amount: money(payment.amount) }),
      when: payment.settledAt ? <Instant at={payment.settledAt} /> : undefined,
    },
    { id: 'why', state: 'done', title: t(`cashier:refund.why.${refund.reason}`) },
    {
      id: 'back',
      state: done ? 'done' : failed ? 'late' : 'now',
      title: t(`cashier:refund.${done ? 'done' : failed ? 'failed' : 'onWay'}`, { amount, to }),
      when: done ? <Instant at={refund.at} /> : t(failed ? 'cashier:refund.failedWhen' : 'cashier:refund.when'),
    },
  ]
  return (
    <section className="grid gap-5">
      <h2 className="type-h2">{t('cashier:refund.title')}</h2>
      <StatusTimeline steps={steps} label={t('cashier:refund.title')} />
    </section>
  )
}
