/** Until when something can be paid. In a file of its own, because pages of completed payments need no clock. */
import { richText, type Marks } from '../../../app/parts/rich-text.tsx'
import { useLang, useT } from '../../../app/words/words.tsx'
import { formatHere } from '../../../lib/days/clock-here.ts'
import { formatInstant } from '../../../lib/days/dates.ts'
import { Countdown } from '../../../ui/Countdown.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { PayOrder } from '../contract.ts'
import { Instant } from './payer-screen-parts.tsx'

/** With more time left than this, ms, a countdown is not shown. */
const COUNTED = 2 * 86_400_000

/** An instant, and how long it is until then. */
export const deadlineMarks = (at: number, skew: number, onEnd: () => void): Marks => ({
  at: () => <Deadline at={at} />,
  left: () => <Countdown until={at + skew} onEnd={onEnd} />,
})

/** In Beijing time, and on the clock of the place where the payer is. */
function Deadline({ at }: { at: number }) {
  const t = useT()
  const lang = useLang()
  const here = formatHere(at, lang)
  return here ? t('cashier:timeHere', { time: formatInstant(at, lang), here }) : <Instant at={at} />
}

/** "Pay by 20 November 2026, 17:31, Beijing time. Time left: 1:12:03" */
export function PayBy({ order, skew, onEnd }: { order: PayOrder; skew: number; onEnd: () => void }) {
  const t = useT()
  const now = useNow()
  const { expiresAt } = order
  if (expiresAt === null) return null
  return (
    <p className="text-small text-ink-2 cn:break-keep">
      {richText(
        t(expiresAt + skew - now > COUNTED ? 'cashier:payByDate' : 'cashier:payBy'),
        deadlineMarks(expiresAt, skew, onEnd),
      )}
    </p>
  )
}
