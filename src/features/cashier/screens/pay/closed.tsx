import { useT } from '../../../../app/words.tsx'
import { OrderAgain } from '../order-again.tsx'
import { Lead } from '../payment-parts.tsx'
import type { PayState } from './use-payment.ts'

/** The order accepts no money any more. */
export default function Closed({ data }: PayState) {
  const t = useT()
  const standing = data?.order.standing ?? 'expired'
  return (
    <div className="grid justify-items-start gap-6">
      <Lead title={t(`cashier:closed.${standing}.title`)} live>{t(`cashier:closed.${standing}.text`)}</Lead>
      <OrderAgain order={data?.order} />
    </div>
  )
}
