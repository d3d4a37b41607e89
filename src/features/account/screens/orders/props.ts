/** Props of both arrangements of the list of orders. */
import type { OrderRow } from '../../../orders/list-contract.ts'
import type { PlanNames } from './order-words.ts'

export interface OrdersProps {
  orders: readonly OrderRow[]
  names: PlanNames
  /** How far this device's clock is ahead of the server's, ms; without it there is no countdown. */
  skew?: number
  /** Opens the dialog that cancels; absent where nothing can be cancelled. */
  cancel?: (order: OrderRow) => void
  /** Reads the list again, because an order's time to pay is over. */
  again?: () => void
}
