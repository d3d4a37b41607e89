/**
 * What the browser stores between visits (spec §3, §9). The token is wrapped with its expiry; reading a valid one
 * renews it.
 */
import { SESSION_MINUTES } from '../../lib/session-minutes.ts'
import { DEVICE_SECRET, KEYS } from './storage-keys.ts'

export interface Store {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** A store in memory. */
export function memoryStore(): Store {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

/** A storage of the browser's. What it refuses (site data blocked, no room left) stays in this page's memory. */
function lasting(area: () => Storage): Store {
  const refused = new Map<string, string>()
  const attempt = <T>(run: (to: Storage) => T): T | undefined => {
    try {
      return run(area())
    } catch {
      return undefined
    }
  }
  return {
    getItem: (key) => refused.get(key) ?? attempt((from) => from.getItem(key)) ?? null,
    setItem(key, value) {
      refused.set(key, value)
      attempt((to) => {
        to.setItem(key, value)
        refused.delete(key)
      })
    },
    removeItem(key) {
      refused.delete(key)
      attempt((from) => from.removeItem(key))
    },
  }
}

const local = lasting(() => localStorage)
const visit = lasting(() => sessionStorage)

/** The browser's local storage. */
export const browserStore = (): Store => local

/** Its session storage, which lasts until the tab is closed. */
export const visitStore = (): Store => visit

/** When the stored login ends, ms since 1970, without renewing it; undefined when none is stored or it is over. */
export function tokenExpiry(store: Store, now: number): number | undefined {
  return unwrap(store, now)?.expiry
}

/** The stored login cannot be extended: the server's absolute end comes before the 120 minutes are over. */
export function endsForGood(store: Store, now: number): boolean {
  const wrapped = unwrap(store, now)
  return wrapped?.ends !== undefined && wrapped.ends <= wrapped.expiry
}

/** The stored token if it is still valid; reading it renews its 120 minutes. */
export function readToken(store: Store, now: number): string | undefined {
  const wrapped = unwrap(store, now)
  if (wrapped) writeToken(store, wrapped.value, now, wrapped.ends)
  return wrapped?.value
}

/** `ends`: the absolute end by this device's clock, if the server has told it. */
export function writeToken(store: Store, value: string, now: number, ends?: number): void {
  // Calculated here: as a constant of the module it would stay in the boot script, which only reads.
  const expiry = Math.min(now + SESSION_MINUTES * 60_000, ends ?? Infinity)
  store.setItem(KEYS.token, JSON.stringify({ value, expiry, ends }))
}

/** Stores the absolute end that the server reported for the login of a call. */
export function noteEnd(store: Store, token: string, now: number, endsIn: number): void {
  const wrapped = unwrap(store, now)
  // Another login may have been stored since the call was sent.
  if (wrapped?.value === token) writeToken(store, token, now, now + endsIn)
}

/** Ends the login on this device: token, `co_id` and the anti-forgery pair. */
export function clearSession(store: Store): void {
  for (const key of [KEYS.token, KEYS.coId, KEYS.csrfName, KEYS.csrfToken]) store.removeItem(key)
}

/**
 * Signing out: the device's secret is deleted as well, because with it the next person at this computer would still
 * find what was begun without a login. All that was the person's belongs to the account since the login.
 */
export function signOff(store: Store): void {
  clearSession(store)
  renewSecret(store)
}

const hex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, '0')).join('')

/**
 * The device's own identifier: a secret of 256 bits, which owns the orders made without a login, and 128 bits by which
 * the sender of codes tells it from strangers who ask for codes of the same address. The latter stays when the secret
 * changes, and opens nothing (decision 0034).
 */
export function uniqueKey(store: Store): string {
  const held = store.getItem(DEVICE_SECRET)
  return held && /^[0-9a-f]{64}([0-9a-f]{32})?$/.test(held) ? held : renewSecret(store)
}

/** A new secret for the same device. */
export function renewSecret(store: Store): string {
  const made = hex(32) + (/^[0-9a-f]{64}([0-9a-f]{32})$/.exec(store.getItem(DEVICE_SECRET) ?? '')?.[1] ?? hex(16))
  store.setItem(DEVICE_SECRET, made)
  return made
}

function unwrap(store: Store, now: number): { value: string; expiry: number; ends: number | undefined } | undefined {
  const text = store.getItem(KEYS.token)
  if (!text) return undefined
  try {
    // `ends` is only ever compared: a value of another type has no effect.
    const { value, expiry, ends }: { value?: unknown; expiry?: unknown; ends?: number } = JSON.parse(text)
    if (typeof value === 'string' && value && typeof expiry === 'number' && expiry > now) return { value, expiry, ends }
  } catch {
    // Not ours, or truncated: treated as no token.
    store.removeItem(KEYS.token)
  }
  // An expired token stays until the login page, where the guard uses it to say that the login expired.
  return undefined
}
