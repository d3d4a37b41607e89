import { useEffect } from 'react'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { byDevice, lazyPart } from '../../../../app/lazy.tsx'
import { noteOpenOrder } from '../../../../app/open-orders.ts'
import { Unready } from '../payment-parts.tsx'
import { usePaidPayment } from '../use-paid-payment.ts'
import type { SucceedProps } from './props.ts'

const Arrangement = byDevice<SucceedProps>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

const Tuition = lazyPart(() => import('./tuition.tsx'))

/** `/payment/succeed` and `/pay/succeed`: shown only if the money has arrived, whatever the address says. */
export default function SucceedPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Succeed />
    </Island>
  )
}

function Succeed() {
  const { which, follow, paid } = usePaidPayment()
  const application = paid?.order.application
  useEffect(() => {
    if (application) void noteOpenOrder(application, false)
  }, [application])
  if (!paid) return <Unready follow={follow} which={which} />
  if (paid.order.kind === 'education') return <Tuition data={paid} follow={follow} />
  return <Arrangement data={paid} follow={follow} />
}
