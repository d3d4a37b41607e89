import { useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { Notice } from '../../../../ui/Notice.tsx'
import { SITE } from '../../../../lib/site.ts'
import type { Followed } from '../../contract.ts'
import { pageOf, payerPath } from '../payer-page-address.ts'
import { useFollowPayment } from '../follow-payment.ts'
import { isGroupPayment, stageOf } from '../payer-screen-stage.ts'
import AlreadyPaid from '../already-paid.tsx'
import type { GroupScreens } from '../group/props.ts'
import { PayPanel } from '../amount-to-pay-panel.tsx'
import { Lead, OrderFacts, Unanswered } from '../payer-screen-parts.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'
import { noteRead } from './link-confirmation-read.ts'
import { LinkClosed, LinkRefused } from './link-not-payable.tsx'

/**
 * `/cashier/confirmation/{id}`: what somebody else is asked to pay for, by whom and until when, before any payment
 * begins.
 */
export default function ConfirmationPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Confirmation />
    </Island>
  )
}

/** `route`: the page that contains it; `group`: its screens of a group payment. */
export function Confirmation({
  route = 'cashier.confirmation',
  group,
}: {
  route?: 'cashier.confirmation' | 'h5.pay'
  group?: GroupScreens
}) {
  const t = useT()
  const lang = useLang()
  const [{ which }] = useState(() => payerPath(route))
  const follow = useFollowPayment(which)
  const { data } = follow
  const stage = data && stageOf(data)
  const mine = data?.startedBy !== 'others'
  const Group = data && isGroupPayment(data.order) ? group : undefined
  const to =
    (stage === 'waiting' || stage === 'undecided') && mine
      ? 'pay'
      : (stage === 'returned' || stage === 'check') && mine
        ? 'fail'
        : undefined
  useEffect(() => {
    if (which && to) {
      noteRead(which)
      location.replace(pageOf(lang, to, which))
    }
  }, [which, to, lang])
  if (!which) return <LinkRefused code={route === 'h5.pay' ? 'type_unknown' : undefined} message={undefined} />
  if (follow.refused) return <LinkRefused code={follow.refused.code} message={follow.refused.message} />
  if (!data || to) return <OrderUnavailable follow={follow} which={which} />
  if (Group && data.order.standing !== 'payable') return <Group.Over which={which} standing={data.order.standing} />
  if (stage === 'paid') return <AlreadyPaid data={data} which={which} />
  const { order } = data
  if (order.standing !== 'payable') return <LinkClosed standing={order.standing} />
  if (Group)
    return (
      <div className="grid gap-8">
        <UnderWay data={data} />
        <Group.Asked order={order} which={which} follow={follow} />
      </div>
    )
  return (
    <div className="grid-order">
      <div className="grid gap-8">
        <Unanswered follow={follow} />
        <Lead title={t('payer:asked.title')}>
          {order.campaign
            ? t('payer:asked.campaign', { name: order.insured, school: order.campaign })
            : t(`payer:asked.${order.link?.madeBy ?? 'buyer'}`, { name: order.buyer || order.insured })}
        </Lead>
        <UnderWay data={data} />
        <OrderFacts order={order} title={t('cashier:facts.title')} />
        <Notice icon="info" title={t('payer:asked.safe.title')}>
          {t('payer:asked.safe.text', { phone: SITE[lang].phone })}
        </Notice>
      </div>
      <PayPanel order={order} which={which} follow={follow} next={t('payer:asked.next')} onGo={() => noteRead(which)} />
    </div>
  )
}

/** A bank transfer is not ended by who looks where it goes. */
function UnderWay({ data }: { data: Followed }) {
  const t = useT()
  if (stageOf(data) !== 'waiting' || data.payment?.method === 'transfer') return null
  return (
    <Notice kind="warn" live="status" title={t('payer:asked.underWay.title')}>
      {t('payer:asked.underWay.text')}
    </Notice>
  )
}
