import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { byDevice } from '../../../../app/load/lazy.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'
import { usePayment, type PayState } from './use-payment.ts'

const Arrangement = byDevice<PayState>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

/** `/payment/pay` and `/pay`: choose a method, pay at the gateway, follow the payment. */
export default function PayPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Pay />
    </Island>
  )
}

function Pay() {
  const state = usePayment()
  const { data, follow, which, stage } = state
  // A stage that belongs to another page is never shown here.
  if (!data || follow.refused || stage === 'paid' || stage === 'returned' || stage === 'check')
    return <OrderUnavailable follow={follow} which={which} />
  return <Arrangement {...state} />
}
