/**
 * Caches values by the text that fully determines them: a person's page makes several calls within seconds. Bounded in
 * size, and nothing is held longer than a minute (decision 0042).
 */
export interface CacheLimits {
  /** How long an entry is held, ms; reading it does not extend that. */
  heldMs: number
  /** UTF-16 units of all keys together. */
  units: number
}

interface Entry<T> {
  value: T
  until: number
}

/** Entries by key; the oldest are removed first. */
export class ExpiringCache<T> {
  readonly #entries = new Map<string, Entry<T>>()
  readonly #limits: CacheLimits
  #units = 0
  #sweep: NodeJS.Timeout | undefined
  constructor(limits: CacheLimits) {
    this.#limits = limits
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key)
    return entry !== undefined && entry.until > performance.now() ? entry.value : undefined
  }

  set(key: string, value: T): void {
    const { heldMs, units } = this.#limits
    if (key.length > units) return
    this.#drop(key)
    this.#entries.set(key, { value, until: performance.now() + heldMs })
    this.#units += key.length
    for (const oldest of this.#entries.keys()) {
      if (this.#units <= units) break
      this.#drop(oldest)
    }
    if (!this.#sweep) this.#sweep = setTimeout(() => this.#dropExpired(), heldMs).unref()
  }

  get size(): number {
    return this.#entries.size
  }

  #drop(key: string): void {
    if (this.#entries.delete(key)) this.#units -= key.length
  }

  /** Expired entries are removed even when nobody reads the cache. */
  #dropExpired(): void {
    const now = performance.now()
    this.#sweep = undefined
    for (const [key, { until }] of this.#entries) {
      if (until > now) {
        this.#sweep = setTimeout(() => this.#dropExpired(), until - now).unref()
        return
      }
      this.#drop(key)
    }
  }
}

/** Cached values are shared, so nobody may change them. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const part of Object.values(value)) deepFreeze(part)
  return Object.freeze(value)
}
