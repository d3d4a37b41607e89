/** Props of both arrangements of the list of orders. */
import type { OrderRow } from '../../../orders/rows.ts'
import type { PlanNames } from './order-words.ts'

export interface OrdersProps {
  orders: readonly OrderRow[]
  names: PlanNames
  /** Asks first; absent where nothing can be cancelled from. */
  cancel?: (order: OrderRow) => void
}
