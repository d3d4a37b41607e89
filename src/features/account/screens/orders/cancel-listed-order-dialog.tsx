/** Asks before an order of the list is cancelled, or an application that was not sent is discarded. */
import { request } from '../../../../app/requests/browser-requester.ts'
import { CancelOrderDialog } from '../../../../app/parts/cancel-order-dialog.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { cancelOrder, getOrder } from '../../../orders/contract.ts'
import type { OrderRow } from '../../../orders/list-contract.ts'
import { orderTitle, type PlanNames } from './order-words.ts'

interface Props {
  order: OrderRow
  names: PlanNames
  close: () => void
  done: () => void
}

export default function CancelListed({ order, names, close, done }: Props) {
  const t = useT()
  const lang = useLang()
  const { id } = order
  const kind = order.status === 'created' ? 'discard' : 'cancel'
  return (
    <CancelOrderDialog
      {...{ id, close, done }}
      read={() => request(getOrder, { id })}
      cancel={(at) => request(cancelOrder, at)}
      words={{
        title: t(`account:order.ask.${kind}.title`),
        text: t(`account:order.ask.${kind}.text`, { plan: orderTitle(names, order, lang) }),
        yes: t(`account:order.ask.${kind}.yes`),
        no: t(`account:order.ask.${kind}.no`),
        working: t('account:order.working'),
        done: t(`account:order.${kind === 'discard' ? 'discarded' : 'cancelled'}`),
      }}
    />
  )
}
