/** Beside what is paid for: the amount, until when, and the button that leads to the choice of methods. */
import { useLang, useT } from '../../../app/words/words.tsx'
import { Button } from '../../../ui/Button.tsx'
import type { PayOrder } from '../contract.ts'
import type { FollowedPayment } from './follow-payment.ts'
import { pageOf, type OrderReference } from './payer-page-address.ts'
import { PayBy } from './pay-deadline.tsx'
import { useMoney } from './payer-screen-parts.tsx'

interface Props {
  order: PayOrder
  which: OrderReference
  follow: FollowedPayment
  /** What happens next, in words. */
  next: string
  /** The button was pressed. */
  onGo?: () => void
}

export function PayPanel({ order, which, follow, next, onGo }: Props) {
  const t = useT()
  const lang = useLang()
  const money = useMoney()
  return (
    <aside className="panel grid gap-4 p-6">
      <p className="grid gap-1">
        <span className="text-ink-2">{t('cashier:pay.total')}</span>
        <strong className="type-figure">{money(order.amount)}</strong>
      </p>
      <PayBy order={order} skew={follow.skew} onEnd={() => void follow.look()} />
      <Button look="accent" size="lg" block href={pageOf(lang, 'pay', which)} onClick={onGo}>
        {t('cashier:confirm.button')}
      </Button>
      <p className="text-small text-ink-2">{next}</p>
    </aside>
  )
}
