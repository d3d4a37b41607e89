/** Which applications were begun on this device and are not finished, for pages that run no React (`continue-order.ts`). */
import { OPEN_ORDERS } from './device-database.ts'

/** Rejects never: the way back is a convenience. */
export async function noteOpenOrder(id: string, open: boolean): Promise<void> {
  await import('./device-store.ts')
    .then((store) => (open ? store.writeToDevice(OPEN_ORDERS, id, true) : store.deleteFromDevice(OPEN_ORDERS, id)))
    .catch(() => undefined)
}
