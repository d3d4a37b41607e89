/** The unfinished applications that were begun on this device, for pages that run no React (`continue-order.ts`). */
import { OPEN_ORDERS } from './device-database.ts'

/** Never rejects: the link back is only a convenience. */
export async function noteOpenOrder(id: string, open: boolean): Promise<void> {
  await import('./device-store.ts')
    .then((store) => (open ? store.writeToDevice(OPEN_ORDERS, id, true) : store.deleteFromDevice(OPEN_ORDERS, id)))
    .catch(() => undefined)
}
