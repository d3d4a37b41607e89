import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { byDevice, lazyPart } from '../../../../app/load/lazy.tsx'
import { payerPath } from '../payer-page-address.ts'
import { OrderUnavailable } from '../order-unavailable.tsx'
import { usePayment, type PayState } from '../pay/use-payment.ts'

const AlreadyPaid = lazyPart(() => import('../already-paid.tsx'))
const Arrangement = byDevice<PayState>({
  web: () => import('../pay/web.tsx'),
  mobile: () => import('../pay/mobile.tsx'),
})
const PAGE = { query: () => payerPath('checkstand'), saysPaid: true }

/** `/checkstand/{id}`: pays anything payable, at one address for both devices. */
export default function CheckstandPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Checkstand />
    </Island>
  )
}

function Checkstand() {
  const state = usePayment(PAGE)
  const { data, follow, which, stage, paidElsewhere } = state
  if (data && which && paidElsewhere && !follow.refused) return <AlreadyPaid data={data} which={which} />
  if (!data || follow.refused || stage === 'paid' || stage === 'returned' || stage === 'check')
    return <OrderUnavailable follow={follow} which={which} />
  return <Arrangement {...state} />
}
