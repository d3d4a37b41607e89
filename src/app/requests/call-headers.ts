/** The headers of a call (spec §7, §9), also for calls that leave before the page's scripts are there. */
import type { Device } from '../address/redirect-by-route.ts'
import { KEYS } from '../storage/storage-keys.ts'
import { readToken, uniqueKey, type Store } from '../storage/storage.ts'

export interface Caller {
  store: Store
  device: () => Device
  now: () => number
}

/** `W` or `M`, a millisecond timestamp, 6 random digits (spec §9). */
function requestId(device: Device, now: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  return `${device === 'mobile' ? 'M' : 'W'}${now}${String(random % 1_000_000).padStart(6, '0')}`
}

/** `access` is the call's own. */
export function callHeaders(access: string, { store, device, now: clock }: Caller): Record<string, string> {
  const now = clock()
  const out: Record<string, string> = { 'x-request-id': requestId(device(), now) }
  const token = readToken(store, now)
  const csrfName = store.getItem(KEYS.csrfName)
  const csrfToken = store.getItem(KEYS.csrfToken)
  if (token) out['platform-token'] = token
  // A header, because proxies log addresses and the device secret is a key.
  if (access === 'holder') out['unique'] = uniqueKey(store)
  if (csrfName && csrfToken) Object.assign(out, { 'csrf-name': csrfName, 'csrf-token': csrfToken })
  return out
}
