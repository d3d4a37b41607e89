import { RequestFailed } from '../requests/read-reply.ts'

/**
 * Throws `RequestFailed` where a login or a device's secret would be lost with the page: `blocked` by the browser's
 * settings, or the storage is `full`.
 */
export function requireStorage(): void {
  const probe = '__probe'
  try {
    // About as long as a login with its anti-forgery pair.
    localStorage.setItem(probe, probe.repeat(60))
    localStorage.removeItem(probe)
  } catch (error) {
    throw new RequestFailed(error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'blocked')
  }
}
