/** Props of both arrangements of the list of orders. */
import type { OrderRow } from '../../../orders/rows.ts'
import type { PlanNames } from './order-words.ts'

export interface OrdersProps {
  orders: readonly OrderRow[]
  names: PlanNames
  /** How far this device's clock is ahead of the server's, ms; without it no time runs down. */
  skew?: number
  /** Asks first; absent where nothing can be cancelled from. */
  cancel?: (order: OrderRow) => void
  /** Reads the list again: the time to pay of one is over. */
  again?: () => void
}
