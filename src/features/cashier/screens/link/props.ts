/** Props of the part that creates a payment link. */
import type { OrderReference } from '../payer-page-address.ts'

export interface SomebodyElseProps {
  which: OrderReference
  /** Device's clock minus server's, ms. */
  skew: number
}
