/** What ordering asks of payments. The payments' feature connects itself; without it nothing is ever under way. */
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'

export interface PaymentHooks {
  /** Asks the gateway about open payments of the order and books what it says. Outside of any transaction. */
  settle: (deps: Deps, orderId: string) => Promise<void>
  /** Is a payment of the order started, or has one succeeded? */
  busy: (trx: Trx, orderId: string) => Promise<boolean>
  /** Has money of the order ever moved? The books refer to such an order. */
  moved: (trx: Trx, orderId: string) => Promise<boolean>
  /** The order is closed: its open payments must be closed too, by a job in this transaction. */
  closed: (deps: Deps, trx: Trx, orderId: string) => Promise<void>
}

export const paymentHooks: PaymentHooks = {
  settle: async () => undefined,
  busy: async () => false,
  moved: async () => false,
  closed: async () => undefined,
}

/** Called once, when the payments' feature is loaded. */
export const connectPayments = (side: Partial<PaymentHooks>): void => void Object.assign(paymentHooks, side)
