/** The next step of an order in one line, with a countdown of the time to pay. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { Countdown } from '../../../../ui/Countdown.tsx'
import type { OrderRow } from '../../../orders/list-contract.ts'
import { noteWords } from './order-words.ts'

interface Props {
  order: Pick<OrderRow, 'status' | 'expiresAt' | 'cancelledOn'>
  skew: number | undefined
  onEnd: (() => void) | undefined
  /** The present instant, ms. */
  now: number
  className?: string
}

export function OrderNote({ order, skew, onEnd, now, className = '' }: Props) {
  const t = useT()
  const lang = useLang()
  const words = noteWords(t, lang, order, now)
  if (!words) return null
  // The order closes a minute after the time to pay: in between there is no countdown.
  const until =
    order.status === 'awaiting_payment' &&
    skew !== undefined &&
    order.expiresAt !== null &&
    order.expiresAt + skew > now
      ? order.expiresAt + skew
      : undefined
  return (
    <span className={`text-small text-ink-2 ${className}`}>
      {words}
      {until !== undefined && (
        <span className="block">
          {t('account:order.left')} <Countdown until={until} onEnd={onEnd} />
        </span>
      )}
    </span>
  )
}
