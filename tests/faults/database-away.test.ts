/**
 * The real server under load while its PostgreSQL is restarted, crashes, hangs and stays away: the process lives, every
 * call is answered as a fault of ours that is worth repeating, nothing acknowledged is lost or doubled, and everything
 * goes on by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRequester, RequestFailed, type Requester } from '../../src/app/requests/api.ts'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore, uniqueKey, writeToken } from '../../src/app/storage/storage.ts'
import { createOrder } from '../../src/features/orders/contract.ts'
import { login, me, sendCode } from '../../src/features/session/contract.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { openStore } from '../../src/server/db/database.ts'
import { ok, TRIP } from '../api/orders-fixtures.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { FailingPostgres } from './failing-postgres.ts'
import { freePort, KillableProcess } from './killable-process.ts'

const bin = ensurePostgres()
const BUYERS = 6
const FEW = 12

/** Buyers who begin applications without end, each again and again until it is acknowledged. */
class Load {
  /** Ids of orders by the key they were asked for with. */
  readonly acknowledged = new Map<string, string>()
  refused = 0
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
    while (!this.acknowledged.has(key)) {
      try {
        this.acknowledged.set(key, ok(await request(createOrder, { trip, key })).id)
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        // Not `offline` (the process is gone), and not a failure that repeating would not cure.
        expect([error.code, error.retryAfter]).toEqual(['server', expect.any(Number)])
        this.refused++
      }
    }
  }

  /** Waits until some more calls were acknowledged. */
  goesOn(): Promise<void> {
    const before = this.acknowledged.size
    return Promise.race([expect.poll(() => this.acknowledged.size).toBeGreaterThan(before + FEW), this.#failure()])
  }

  /** Waits until some more calls were answered as a fault of ours. */
  isRefused(): Promise<void> {
    const before = this.refused
    return Promise.race([expect.poll(() => this.refused).toBeGreaterThan(before + BUYERS), this.#failure()])
  }

  /** A buyer who fails ends the waiting; buyers do not end otherwise. */
  #failure = (): Promise<void> => Promise.all(this.#buyers).then(() => undefined)

  stop(): Promise<void> {
    this.#over = true
    return this.#failure()
  }
}

const requesterOf = (url: string, store = memoryStore()): Requester =>
  createRequester({
    base: url,
    store,
    lang: () => 'en',
    device: () => 'web',
    now: Date.now,
    toLogin: () => undefined,
    toHome: () => undefined,
    toast: () => undefined,
  })

describe.runIf(bin !== undefined)('while the database is away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-away-'))
  let postgres: FailingPostgres
  let server: KillableProcess
  let url: string
  let load: Load
  let student: Requester

  const codeFor = async (address: string): Promise<string> => {
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
  const ready = async (): Promise<number> => (await fetch(`${url}/readyz`)).status

  beforeAll(async () => {
    postgres = await FailingPostgres.start(bin ?? '')
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    server = new KillableProcess(port, dataDir, { DATABASE_URL: postgres.url, DATABASE_STATEMENT_SECONDS: '1' })
    await server.start()
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('while it is there, a student signs in and buyers begin applications', async () => {
    const store = memoryStore()
    student = requesterOf(url, store)
    const destination = 'lin@example.com'
    ok(await student.request(sendCode, { destination }))
    const { token, csrf } = ok(
      await student.request(login, { destination, code: await codeFor(destination), agreed: true }),
    )
    writeToken(store, token, Date.now())
    store.setItem(KEYS.csrfName, csrf.name)
    store.setItem(KEYS.csrfToken, csrf.token)
    load = new Load(url)
    await load.goesOn()
  })

  test.each(['SIGINT', 'SIGKILL', 'SIGINT', 'SIGKILL'] as const)(
    'it is ended by %s and started again: calls are refused honestly and go on',
    async (signal) => {
      await postgres.end(signal)
      await load.isRefused()
      await postgres.startAgain()
      await load.goesOn()
      expect(server.ended).toBe(false)
    },
  )

  test('one of its processes is killed, and it closes every connection: calls go on', async () => {
    postgres.killBackend()
    await load.goesOn()
    expect(server.ended).toBe(false)
  })

  test('it hangs: calls are answered meanwhile, and go on when it does', async () => {
    postgres.freeze()
    await load.isRefused()
    expect(await ready()).toBe(503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    postgres.resume()
    await load.goesOn()
    await expect.poll(ready).toBe(200)
  })

  test('it refuses connections: sessions and jobs go on when it is back', async () => {
    await postgres.end('SIGINT')
    await load.isRefused()
    const answer = await fetch(`${url}/index/order/get?id=YFO-260301-7K3M9Q&lang=cn`, {
      method: 'POST',
      headers: { unique: uniqueKey(memoryStore()) },
    })
    expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, expect.any(Number)])
    expect(await answer.json()).toMatchObject({
      status: 0,
      code: 'http_503',
      message: expect.stringContaining('稍后') as string,
    })
    await postgres.startAgain()
    await load.goesOn()
    expect(ok(await student.request(me, {})).user.email).toContain('@example.com')
    const other = requesterOf(url)
    ok(await other.request(sendCode, { destination: 'wu@example.com' }))
    await codeFor('wu@example.com')
  })

  test('nothing that was acknowledged is lost, and nothing is there twice', async () => {
    await load.stop()
    const store = openStore({ databaseUrl: postgres.url, dataDir })
    const orders = await store.db.selectFrom('orders').select('id').execute()
    await store.close()
    expect(orders.map(({ id }) => id).sort()).toEqual([...load.acknowledged.values()].sort())
    await server.end('SIGTERM')
  })
})
