import { useState } from 'react'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { lazyPart } from '../../../../app/lazy.tsx'
import { payerPathOf } from '../../payment-address.ts'
import { Confirmation } from '../link/confirmation.tsx'
import { hasRead } from '../link/link-read.ts'

/** Of the two a visit shows one: on a slow connection the other is not waited for. */
const Cashier = lazyPart(() => import('../link/cashier.tsx'))

const PAGE = { query: () => payerPathOf('h5.pay', location), saysPaid: true }

/** `/h5/pay/{type}/{id}`: whoever pays for a student of a school's campaign. First what is paid for, and at the same address the payment. */
export default function CollectionPayPage(props: IslandProps) {
  return (
    <Island {...props}>
      <CollectionPay />
    </Island>
  )
}

function CollectionPay() {
  const [{ which, back }] = useState(PAGE.query)
  // A wallet may come back in another window, which has not seen what is paid for.
  return which && (back || hasRead(which)) ? <Cashier page={PAGE} /> : <Confirmation route="h5.pay" />
}
