/**
 * What the browser keeps between visits (spec §3, §9). The token is wrapped with its expiry; reading a valid one renews it.
 * Storage may be missing or refused (private windows, blocked sites): then memory stands in for this page.
 */
import { KEYS, TOKEN_MS } from './keys.ts'

export interface Store {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** A store in memory, for tests and for browsers that refuse storage. */
export function memoryStore(): Store {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

let fallback: Store | undefined

/** The browser's local storage, or memory when it cannot be used. */
export function browserStore(): Store {
  try {
    const probe = '__probe'
    localStorage.setItem(probe, '1')
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return (fallback ??= memoryStore())
  }
}

/** Expiry of the stored token in ms since 1970, without renewing it; undefined when none is stored or it is over. */
export function tokenExpiry(store: Store, now: number): number | undefined {
  return unwrap(store, now)?.expiry
}

/** The stored token if it is still good; reading it renews its 120 minutes. */
export function readToken(store: Store, now: number): string | undefined {
  const wrapped = unwrap(store, now)
  if (wrapped) writeToken(store, wrapped.value, now)
  return wrapped?.value
}

export function writeToken(store: Store, value: string, now: number): void {
  store.setItem(KEYS.token, JSON.stringify({ value, expiry: now + TOKEN_MS }))
}

/** Ends the login on this device: token, `co_id` and the anti-forgery pair. */
export function clearSession(store: Store): void {
  for (const key of [KEYS.token, KEYS.coId, KEYS.csrfName, KEYS.csrfToken]) store.removeItem(key)
}

/**
 * Signing out: the device's secret goes as well, for by it the next person at this computer would still find what was bought.
 * All of that belongs to the account since the login.
 */
export function signOff(store: Store): void {
  clearSession(store)
  store.removeItem(KEYS.unique)
}

/** The device's own secret (256 bits, hex): orders made without a login belong to it. */
export function uniqueKey(store: Store): string {
  const held = store.getItem(KEYS.unique)
  if (held && /^[0-9a-f]{64}$/.test(held)) return held
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const made = [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('')
  store.setItem(KEYS.unique, made)
  return made
}

function unwrap(store: Store, now: number): { value: string; expiry: number } | undefined {
  const text = store.getItem(KEYS.token)
  if (!text) return undefined
  try {
    const { value, expiry } = JSON.parse(text) as { value?: unknown; expiry?: unknown }
    if (typeof value === 'string' && value && typeof expiry === 'number' && expiry > now) return { value, expiry }
  } catch {
    // Not ours, or cut short: treated as no token.
  }
  store.removeItem(KEYS.token)
  return undefined
}

/** What is kept until the tab is closed; nothing where the browser refuses even to be asked. */
export function visitStore(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
