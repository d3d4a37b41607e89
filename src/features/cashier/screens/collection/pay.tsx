import { useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import { payerPath } from '../payer-page-address.ts'
import { Confirmation } from '../link/confirmation.tsx'
import type { GroupScreens } from '../group/props.ts'
import { hasRead } from '../link/link-confirmation-read.ts'

/** A visit shows only one of the two: on a slow connection it need not wait for the other. */
const Cashier = lazyPart(() => import('../link/cashier.tsx'))

/** A group payment is paid by a link to this page. */
const GROUP: GroupScreens = {
  Asked: lazyPart(() => import('../group/group-confirmation.tsx')),
  Transfer: lazyPart(() => import('../group/group-transfer.tsx')),
  Over: lazyPart(() => import('../group/group-not-payable.tsx')),
}

const PAGE = { query: () => payerPath('h5.pay'), saysPaid: true }

/**
 * `/h5/pay/{type}/{id}`: for the payer of a student in a school's campaign. Shows first what is paid for, then, at the
 * same address, the payment.
 */
export default function CollectionPayPage(props: IslandProps) {
  return (
    <Island {...props}>
      <CollectionPay />
    </Island>
  )
}

function CollectionPay() {
  const [{ which, back }] = useState(PAGE.query)
  // A wallet may return to another window, in which that page was not read.
  return which && (back || hasRead(which)) ? (
    <Cashier page={PAGE} group={GROUP} />
  ) : (
    <Confirmation route="h5.pay" group={GROUP} />
  )
}
