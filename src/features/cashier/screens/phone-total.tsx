import { useT } from '../../../app/words/words.tsx'
import type { PayOrder } from '../contract.ts'
import { useMoney } from './payer-screen-parts.tsx'

/** The sum on a phone, where the panel with all facts comes last: above the buttons. */
export function PhoneTotal({ order }: { order: PayOrder }) {
  const t = useT()
  const money = useMoney()
  return (
    <p className="text-ink-2 web:hidden">
      {t('cashier:pay.total')} <strong className="type-figure block text-base-content">{money(order.amount)}</strong>
    </p>
  )
}
