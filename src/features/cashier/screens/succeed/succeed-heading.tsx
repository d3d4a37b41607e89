import { useLang, useT } from '../../../../app/words.tsx'
import { formatDay } from '../../../../lib/dates.ts'
import { Lead } from '../payment-parts.tsx'
import type { SucceedProps } from './props.ts'

/** We promise the policy within a minute (design §6.12); after two minutes the page says that it takes longer. */
const PATIENCE = 120_000

/** States the fact: received, issued, or cannot be issued. */
export function Heading({ data: { order, payment, now } }: SucceedProps) {
  const t = useT()
  const lang = useLang()
  const back = payment?.refund?.status === 'succeeded'
  if (order.after && order.own && !back) return <Lead title={order.after.title} live>{order.after.text}</Lead>
  const day = order.start ? formatDay(order.start, lang) : ''
  return <Lead title={t(`cashier:succeed.${saidOf()}.title`)} live>{t(`cashier:succeed.${saidOf()}.text`, { day })}</Lead>

  function saidOf(): 'issued' | 'refunded' | 'notIssued' | 'payer' | 'longer' | 'received' {
    if (back || order.status === 'refunded') return 'refunded'
    if (order.status === 'issue_failed') return 'notIssued'
    if (!order.own || !order.application) return 'payer'
    if (order.status === 'issued') return 'issued'
    return payment?.settledAt && now - payment.settledAt > PATIENCE ? 'longer' : 'received'
  }
}
