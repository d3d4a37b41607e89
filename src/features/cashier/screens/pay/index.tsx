import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { byDevice, silentPart } from '../../../../app/load/lazy.tsx'
import { useT } from '../../../../app/words/words.tsx'
import { OrderUnavailable } from '../order-unavailable.tsx'
import { usePayment, type PayState } from './use-payment.ts'

const Arrangement = byDevice<PayState>({ web: () => import('./web.tsx'), mobile: () => import('./mobile.tsx') })

const SlowNotice = silentPart(() => import('../../../../app/parts/slow-service-notice.tsx'))

/** `/payment/pay` and `/pay`: choose a method, pay at the gateway, follow the payment. */
export default function PayPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Pay />
    </Island>
  )
}

function Pay() {
  const t = useT()
  const state = usePayment()
  const { data, follow, which, stage } = state
  // A stage that belongs to another page is never shown here.
  if (!data || follow.refused || stage === 'paid' || stage === 'returned' || stage === 'check')
    return <OrderUnavailable follow={follow} which={which} />
  return (
    <>
      <SlowNotice part="paying">{t('cashier:slow')}</SlowNotice>
      <Arrangement {...state} />
    </>
  )
}
