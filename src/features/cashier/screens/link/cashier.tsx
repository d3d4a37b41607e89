import { useEffect } from 'react'
import { byDevice, lazyPart } from '../../../../app/load/lazy.tsx'
import { useLang } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { filledPath } from '../../../../lib/text/path-pattern.ts'
import type { RoutePath } from '../../../../routes.ts'
import { isGroupPayment } from '../payer-screen-stage.ts'
import { OrderUnavailable } from '../order-unavailable.tsx'
import { usePayment, type PaymentPage, type PayState } from '../pay/use-payment.ts'
import type { GroupScreens } from '../group/props.ts'
import { hasRead } from './link-confirmation-read.ts'

const LinkNotPayable = lazyPart(() => import('./link-not-payable.tsx'))
const AlreadyPaid = lazyPart(() => import('../already-paid.tsx'))
const Arrangement = byDevice<PayState>({
  web: () => import('../pay/web.tsx'),
  mobile: () => import('../pay/mobile.tsx'),
})

/** The payment itself, after the page that says what it is for. */
export default function Cashier({ page, group }: { page: PaymentPage; group?: GroupScreens }) {
  const lang = useLang()
  const state = usePayment(page)
  const { data, follow, which, stage, back, paidElsewhere } = state
  // A wallet may return to another window, in which that page was not read.
  const unread = stage === 'choose' && !back && which?.link !== undefined && !hasRead(which)
  useEffect(() => {
    if (unread)
      location.replace(
        localPath(lang, filledPath('/cashier/confirmation/[id]' satisfies RoutePath, { id: which.link ?? '' })),
      )
  }, [unread, which, lang])
  if (!which || follow.refused) return <LinkNotPayable code={follow.refused?.code} message={follow.refused?.message} />
  const closed = stage === 'closed' || (stage === 'undecided' && data?.startedBy === 'others')
  if (data && group && isGroupPayment(data.order) && (paidElsewhere || closed))
    return <group.Over which={which} standing={data.order.standing} />
  if (data && paidElsewhere) return <AlreadyPaid data={data} which={which} />
  if (!data || unread || stage === 'paid' || stage === 'returned' || stage === 'check')
    return <OrderUnavailable follow={follow} which={which} />
  if (closed) return <LinkNotPayable standing={data.order.standing} />
  return <Open state={state} group={group} />
}

/** Whoever at the school opens the link sees where to transfer to. */
const Open = ({ state, group }: { state: PayState; group: GroupScreens | undefined }) =>
  group && state.stage === 'waiting' && state.data?.payment?.method === 'transfer' ? (
    <group.Transfer {...state} />
  ) : (
    <Arrangement {...state} />
  )
