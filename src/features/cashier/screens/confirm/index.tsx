import { useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { useLang, useT } from '../../../../app/words.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { asked, pageOf } from '../../address.ts'
import { useFollow } from '../../follow.ts'
import { stageOf } from '../../stage.ts'
import { Lead, OrderFacts, PayBy, Unanswered, Unready, useMoney } from '../parts.tsx'

/** `/payment/confirm`: what is paid for, to whom, how much and until when, before a method is chosen. Desktop only. */
export default function ConfirmPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Confirm />
    </Island>
  )
}

function Confirm() {
  const t = useT()
  const lang = useLang()
  const money = useMoney()
  const [{ which }] = useState(() => asked(location.search))
  const follow = useFollow(which)
  const { data } = follow
  const stage = data && stageOf(data)
  const settled = stage !== undefined && stage !== 'choose' && stage !== 'failed'
  useEffect(() => {
    // A payment that is under way or over is shown where it can be followed.
    if (which && settled) location.replace(pageOf(lang, 'pay', which))
  }, [which, settled, lang])
  if (!data || !which || follow.refused || settled) return <Unready follow={follow} which={which} />
  const { order } = data
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <Unanswered follow={follow} />
        <Lead title={t('cashier:confirm.title')}>{t('cashier:confirm.lead')}</Lead>
        <OrderFacts order={order} title={t('cashier:facts.title')} />
      </div>
      <aside className="panel grid gap-4 p-6">
        <p className="grid gap-1">
          <span className="text-ink-2">{t('cashier:pay.total')}</span>
          <strong className="type-figure">{money(order.amount)}</strong>
        </p>
        <PayBy order={order} skew={follow.skew} onEnd={follow.look} />
        <Button look="accent" size="lg" block href={pageOf(lang, 'pay', which)}>{t('cashier:confirm.button')}</Button>
        <p className="text-small text-ink-2">{t('cashier:confirm.next')}</p>
      </aside>
    </div>
  )
}
