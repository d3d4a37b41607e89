import { useEffect } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { byDevice, lazyPart } from '../../../../app/load/lazy.tsx'
import { noteOrder } from '../../../../app/storage/open-orders.ts'
import { useFollowHere, unlessPaid } from '../follow-payment.ts'
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
  const { which, follow, stage, data } = useFollowHere(unlessPaid, { payment: true })
  const paid = stage === 'paid' ? data?.order.application : undefined
  useEffect(() => {
    if (paid) void noteOrder(paid, 'paid')
  }, [paid])
  if (!data) return <OrderUnavailable follow={follow} which={which} />
  if (data.order.kind === 'education') return <Tuition data={data} follow={follow} />
  return <Arrangement data={data} follow={follow} />
}
