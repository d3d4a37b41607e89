import { useLang, useT } from '../../../../app/words.tsx'
import { formatDay } from '../../../../lib/dates.ts'
import { Lead } from '../payment-parts.tsx'
import type { SucceedProps } from './props.ts'

/** A minute is what we promise for the policy (design §6.12); after two we say that it takes longer. */
const PATIENCE = 120_000

/** Says what is so: received, issued, or not to be issued. */
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
