/** Until when something can be paid. Apart from what every payer's page has: a page of money that came needs no clock. */
import { richText } from '../../../app/rich-text.tsx'
import { useT } from '../../../app/words.tsx'
import { Countdown } from '../../../ui/Countdown.tsx'
import type { PayOrder } from '../contract.ts'
import { Instant } from './payment-parts.tsx'

/** "Pay by 20 November 2026, 17:31 Beijing time. Time left: 1:12:03" */
export function PayBy({ order, skew, onEnd }: { order: PayOrder; skew: number; onEnd: () => void }) {
  const t = useT()
  const { expiresAt } = order
  if (expiresAt === null) return null
  return (
    <p className="text-small text-ink-2 cn:break-keep">
      {richText(t('cashier:payBy'), {
        at: () => <Instant at={expiresAt} />,
        left: () => <Countdown until={expiresAt + skew} onEnd={onEnd} />,
      })}
    </p>
  )
}
