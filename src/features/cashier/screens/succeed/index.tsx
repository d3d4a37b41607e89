import { useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { byDevice, lazyPart } from '../../../../app/load/lazy.tsx'
import { noteOrder } from '../../../../app/storage/open-orders.ts'
import { useLang } from '../../../../app/words/words.tsx'
import { payerQuery, pageOf } from '../payer-page-address.ts'
import { useFollowPayment } from '../follow-payment.ts'
import { stageOf } from '../payer-screen-stage.ts'
import { OrderUnavailable } from '../order-unavailable.tsx'
import type { SucceedProps } from './props.ts'

const Arrangement = byDevice<SucceedProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

const Tuition = lazyPart(() => import('./tuition-paid.tsx'))

/** `/payment/succeed` and `/pay/succeed`: shown only if the money has arrived, whatever the address says. */
export default function SucceedPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Succeed />
    </Island>
  )
}

function Succeed() {
  const lang = useLang()
  const [{ which, payment }] = useState(() => payerQuery())
  const follow = useFollowPayment(which, payment)
  const { data } = follow
  const stage = data && stageOf(data)
  const elsewhere = stage !== undefined && stage !== 'paid'
  useEffect(() => {
    if (which && elsewhere)
      location.replace(pageOf(lang, stage === 'returned' || stage === 'check' ? 'fail' : 'pay', which, payment))
  }, [which, elsewhere, stage, lang, payment])
  const paid = stage === 'paid' ? data?.order.application : undefined
  useEffect(() => {
    if (paid) void noteOrder(paid, 'paid')
  }, [paid])
  if (!data || follow.refused || elsewhere) return <OrderUnavailable follow={follow} which={which} />
  if (data.order.kind === 'education') return <Tuition data={data} follow={follow} />
  return <Arrangement data={data} follow={follow} />
}
