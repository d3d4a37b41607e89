import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { Notice } from '../../../../ui/Notice.tsx'
import { paymentThatPaid } from '../payer-screen-stage.ts'
import { Lead } from '../payer-screen-parts.tsx'
import type { SucceedProps } from './props.ts'
import { FiguresWithUnits } from '../../../../ui/FiguresWithUnits.tsx'

/** We promise the policy within a minute (design §6.12); after two minutes the page says that it takes longer. */
const PATIENCE = 120_000

/** A part that went back is said with its sum in the steps below. */
const isAllBack = (payment: SucceedProps['data']['payment']): boolean =>
  payment?.refund?.status === 'succeeded' && payment.refund.amount.amount === payment.amount.amount

/** States the fact: received, issued, or cannot be issued. */
export function Heading({ data }: SucceedProps) {
  const t = useT()
  const { order, payment, now, takenOver } = data
  const paid = paymentThatPaid(data)
  const lang = useLang()
  const back = isAllBack(payment)
  if (order.after && order.own && !back)
    return (
      <Lead title={order.after.title} live>
        {order.after.text}
      </Lead>
    )
  const day = order.start ? formatDay(order.start, lang) : ''
  const said = saidOf()
  const count = order.parts.length
  const to = order.sentTo ?? undefined
  // A text message has only the link to them.
  const sent = to?.includes('@') ? 'sent' : to ? 'link' : 'text'
  return (
    <div className="grid gap-6">
      <Lead
        title={t(`cashier:succeed.${said}.${said === 'issued' && count > 1 ? 'several' : 'title'}`, { count })}
        live
      >
        <FiguresWithUnits>
          {t(`cashier:succeed.${said}.${said === 'issued' ? sent : 'text'}`, { day, to })}
        </FiguresWithUnits>
      </Lead>
      {takenOver && (
        <Notice icon="info" title={t('cashier:succeed.others.title')}>
          {t('cashier:succeed.others.text')}
        </Notice>
      )}
    </div>
  )

  function saidOf(): 'issued' | 'refunded' | 'notIssued' | 'payer' | 'longer' | 'received' {
    if (back || order.status === 'refunded') return 'refunded'
    if (order.status === 'issue_failed') return 'notIssued'
    if (!order.own || !order.application) return 'payer'
    if (order.status === 'issued') return 'issued'
    return paid?.settledAt && now - paid.settledAt > PATIENCE ? 'longer' : 'received'
  }
}
