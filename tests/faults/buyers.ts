/** People at the real server while its database fails: each call ends in a success or in an honest refusal. */
import { expect } from 'vitest'
import { RequestFailed, type Requester } from '../../src/app/requests/api.ts'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore, writeToken } from '../../src/app/storage/storage.ts'
import { createOrder } from '../../src/features/orders/contract.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { openStore } from '../../src/server/db/database.ts'
import { ok, TRIP } from '../api/orders-fixtures.ts'
import { clientOf } from '../browser/sandbox.ts'

const BUYERS = 6
const FEW = 12

export const requesterOf = (url: string, store = memoryStore()): Requester => clientOf({ url }, 'en', store)

/** Buyers who begin applications without end, each again and again until it is acknowledged. */
export class Buyers {
  /** Ids of orders by the key they were asked for with. */
  readonly #acknowledged = new Map<string, string>()
  #refused = 0
  #longestMs = 0
  #over = false
  readonly #buyers: Promise<void>[]
  constructor(url: string) {
    this.#buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
      for (let i = 0; !this.#over; i++) await this.#buy(url, `away-${buyer}-${i}`)
    })
  }

  async #buy(url: string, key: string): Promise<void> {
    const { request } = requesterOf(url)
    const day = dayOf(Date.now())
    const trip = { ...TRIP, start: addDays(day, 30), end: addDays(day, 394) }
    while (!this.#acknowledged.has(key)) {
      const begun = performance.now()
      try {
        this.#acknowledged.set(key, ok(await request(createOrder, { trip, key })).id)
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        // Not `offline` (the process is gone), and not a failure that repeating would not cure.
        expect([error.code, error.retryAfter]).toEqual(['server', expect.any(Number)])
        this.#refused++
      }
      this.#longestMs = Math.max(this.#longestMs, performance.now() - begun)
    }
  }

  /** The longest time that a call waited for its answer, ms. */
  get longestMs(): number {
    return this.#longestMs
  }

  /** Ids of what was acknowledged, sorted. */
  orders(): string[] {
    return [...this.#acknowledged.values()].sort()
  }

  /** Waits until some more calls were acknowledged. */
  goesOn(): Promise<void> {
    const before = this.#acknowledged.size
    return Promise.race([expect.poll(() => this.#acknowledged.size).toBeGreaterThan(before + FEW), this.#failure()])
  }

  /** Waits until some more calls were answered as a fault of ours. */
  isRefused(): Promise<void> {
    const before = this.#refused
    return Promise.race([expect.poll(() => this.#refused).toBeGreaterThan(before + BUYERS), this.#failure()])
  }

  /** A buyer who fails ends the waiting; buyers do not end otherwise. */
  #failure = (): Promise<void> => Promise.all(this.#buyers).then(() => undefined)

  stop(): Promise<void> {
    this.#over = true
    return this.#failure()
  }
}

/** The code that was sent to an address. */
export async function codeFor(url: string, address: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const found = await fetch(`${url}/sandbox/messages?to=${address}`, { method: 'POST' })
      code = ((await found.json()) as { code?: string }[])[0]?.code ?? ''
      return code
    })
    .toMatch(/^\d{6}$/)
  return code
}

export async function signedIn(url: string, destination: string): Promise<Requester> {
  const store = memoryStore()
  const person = requesterOf(url, store)
  ok(await person.request(sendCode, { destination }))
  const code = await codeFor(url, destination)
  const { token, csrf } = ok(await person.request(login, { destination, code, agreed: true }))
  writeToken(store, token, Date.now())
  store.setItem(KEYS.csrfName, csrf.name)
  store.setItem(KEYS.csrfToken, csrf.token)
  return person
}

/** Ids of the orders in a database, sorted. */
export async function storedOrders(databaseUrl: string, dataDir: string): Promise<string[]> {
  const store = openStore({ databaseUrl, dataDir })
  const orders = await store.db.selectFrom('orders').select('id').execute()
  await store.close()
  return orders.map(({ id }) => id).sort()
}
