/** Until when something can be paid. In a file of its own, because pages of completed payments need no clock. */
import { richText, type Marks } from '../../../app/parts/rich-text.tsx'
import { useT } from '../../../app/words/words.tsx'
import { Countdown } from '../../../ui/Countdown.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { PayOrder } from '../contract.ts'

/** With more time left than this, ms, a countdown is not shown. */
const COUNTED = 2 * 86_400_000

/** How long it is until an instant. */
export const timeLeft = (at: number, skew: number, onEnd: () => void): Marks => ({
  left: () => <Countdown until={at + skew} onEnd={onEnd} />,
})

/** "Pay by 20 November 2026, 17:31, Beijing time. Time left: 1:12:03" */
export function PayBy({ order, skew, onEnd }: { order: PayOrder; skew: number; onEnd: () => void }) {
  const t = useT()
  const now = useNow()
  const { expiresAt } = order
  if (expiresAt === null) return null
  return (
    <p className="num text-small text-ink-2 cn:break-keep">
      {richText(
        t(expiresAt + skew - now > COUNTED ? 'cashier:payByDate' : 'cashier:payBy', { at: expiresAt }),
        timeLeft(expiresAt, skew, onEnd),
      )}
    </p>
  )
}
