/**
 * How a group payment is named as a payable (decision 0083); kept apart from the payable itself, because orders and
 * policies need only the name.
 */
import type { PayableRef } from '../../cashier/payable.server.ts'

/** The payable kind of a group payment. */
export const GROUP = 'group'
export const groupPaymentRef = (id: string): PayableRef => ({ kind: GROUP, id })
