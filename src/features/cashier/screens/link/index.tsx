import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { payerPath } from '../payer-page-address.ts'
import Cashier from './cashier.tsx'

const PAGE = { query: () => payerPath('cashier'), saysPaid: true }

/**
 * `/cashier/{id}`: somebody else pays by a link, without a login. What is paid for is shown first, on
 * `/cashier/confirmation/{id}`.
 */
export default function CashierPage(props: IslandProps) {
  return (
    <Island {...props}>
      <Cashier page={PAGE} />
    </Island>
  )
}
