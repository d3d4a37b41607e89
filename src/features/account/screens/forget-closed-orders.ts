/**
 * Removes the link back to applications that are over, whichever orders the page shows. Loaded after the page: the link
 * is only a convenience.
 */
import { request } from '../../../app/requests/browser-requester.ts'
import { forgetClosedOrders } from '../../../app/storage/open-orders.ts'
import { listOrders } from '../../orders/list-contract.ts'

/** An order that the caller's list does not have cannot be continued here either. */
async function stateOf(id: string): Promise<string | undefined> {
  const reply = await request(listOrders, { id })
  return reply.ok ? (reply.data.orders[0]?.status ?? 'gone') : undefined
}

export const forgetClosed = (orders: readonly { id: string; status: string }[]): Promise<void> =>
  forgetClosedOrders(orders, stateOf)
