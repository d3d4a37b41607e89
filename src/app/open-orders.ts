/** The unfinished applications that were begun on this device, for pages that run no React (`continue-order.ts`). */
import { OPEN_ORDERS } from './device-database.ts'

/** Never rejects: the link back is only a convenience. */
export async function noteOpenOrder(id: string, open: boolean): Promise<void> {
  await import('./device-store.ts')
    .then((store) => (open ? store.writeToDevice(OPEN_ORDERS, id, true) : store.deleteFromDevice(OPEN_ORDERS, id)))
    .catch(() => undefined)
}

/** Orders in which there is still something to do. */
const UNFINISHED: readonly string[] = ['created', 'awaiting_payment']

/**
 * Whatever this page has loaded says that an order is over, perhaps paid on another device: the link back to it is removed. `stateOf` tells it of
 * an order that is not among them: `undefined` when it is not known.
 */
export async function forgetClosedOrders(orders: readonly { id: string; status: string }[], stateOf?: (id: string) => Promise<string | undefined>): Promise<void> {
  const noted = await import('./device-store.ts').then((store) => store.keysOnDevice(OPEN_ORDERS)).catch((): string[] => [])
  for (const id of noted) {
    const status = orders.find((order) => order.id === id)?.status ?? (await stateOf?.(id).catch(() => undefined))
    if (status !== undefined && !UNFINISHED.includes(status)) await noteOpenOrder(id, false)
  }
}
