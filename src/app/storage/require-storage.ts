import { RequestFailed } from '../requests/read-reply.ts'
import { probeStorage } from './storage-probe.ts'

/**
 * Throws `RequestFailed` where a login or a device's secret would be lost with the page: `blocked` by the browser's
 * settings, or the storage is `full`.
 */
export function requireStorage(): void {
  try {
    probeStorage()
  } catch (error) {
    throw new RequestFailed(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked')
  }
}
