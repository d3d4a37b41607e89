/**
 * `/personal/order`: every order by state, with what can be done; `?id=…` shows one with its invoice, refunds and
 * documents, `?invoice=…` the invoice of another premium, `?refund=…` the account for a refund.
 */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart, optionalPart } from '../../../../app/load/lazy.tsx'
import { PersonalFrame } from '../../../../app/session/personal-frame.tsx'
import { OrderList } from './order-list.tsx'
import type { PlanNames } from './order-words.ts'

/** Most visitors want the list: forms and files are loaded with the order they belong to. */
const OrderDetail = lazyPart(() => import('./detail/order-detail.tsx'))
/** Loaded after the page: most people have none. */
const OwnTuition = optionalPart(() => import('../../../education/screens/own-tuition-payments.tsx'))
const InvoicePage = lazyPart(() => import('./detail/invoice-page.tsx'))
const RefundAccount = lazyPart(() => import('./detail/refund-account-form.tsx'))
type Props = IslandProps & { names: PlanNames }

export default function OrdersPage({ names, ...props }: Props) {
  return (
    <Island {...props}>
      <PersonalFrame path="/personal/order">
        <Orders names={names} />
      </PersonalFrame>
    </Island>
  )
}

function Orders({ names }: { names: PlanNames }) {
  const [{ id, invoice, refund }] = useState(() => {
    const query = new URLSearchParams(pageSearch())
    return { id: query.get('id'), invoice: query.get('invoice'), refund: query.get('refund') }
  })
  if (refund !== null) return <RefundAccount refund={refund} />
  if (invoice !== null) return <InvoicePage of={invoice} />
  return id === null ? <OrderList names={names} below={<OwnTuition />} /> : <OrderDetail id={id} names={names} />
}
