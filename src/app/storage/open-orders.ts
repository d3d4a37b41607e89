/** The unfinished applications that were begun on this device, for pages that run no React (`continue-order.ts`). */
import { OPEN_ORDERS, SENT_ORDERS } from './device-database.ts'

const STORES = [OPEN_ORDERS, SENT_ORDERS] as const

/** Orders in which there is still something to do, and those that the insurer decides on; `undefined` for what is over. */
const storeOf = (status: string): string | undefined =>
  status === 'created' || status === 'awaiting_payment'
    ? OPEN_ORDERS
    : status === 'under_review'
      ? SENT_ORDERS
      : undefined

/** One after the other: what is written takes longer than what is deleted, and the last state counts. */
let last: Promise<unknown> = Promise.resolve()

/** Never rejects: the link back is only a convenience. */
export function noteOrder(id: string, status: string): Promise<void> {
  const noting = last.then(() => write(id, storeOf(status))).catch(() => undefined)
  last = noting
  return noting
}

async function write(id: string, its: string | undefined): Promise<void> {
  const store = await import('./device-store.ts')
  for (const other of STORES) if (other !== its) await store.deleteFromDevice(other, id)
  if (its) await store.writeToDevice(its, id, true)
}

/**
 * Whatever this page has loaded says that an order is over, perhaps paid on another device, or that the insurer has
 * decided: the link back to it is removed, or leads on. `stateOf` tells it of an order that is not among them:
 * `undefined` when it is not known.
 */
export async function forgetClosedOrders(
  orders: readonly { id: string; status: string }[],
  stateOf?: (id: string) => Promise<string | undefined>,
): Promise<void> {
  for (const store of STORES) {
    const noted = await import('./device-store.ts').then((it) => it.keysOnDevice(store)).catch((): string[] => [])
    for (const id of noted) {
      const status = orders.find((order) => order.id === id)?.status ?? (await stateOf?.(id).catch(() => undefined))
      if (status !== undefined && storeOf(status) !== store) await noteOrder(id, status)
    }
  }
}
