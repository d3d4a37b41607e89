/**
 * The real server under load while its PostgreSQL is restarted, crashes, hangs and stays away: the process lives, every
 * call is answered as a fault of ours that is worth repeating, nothing acknowledged is lost or doubled, and everything
 * goes on by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Requester } from '../../src/app/requests/api.ts'
import { uniqueKey, memoryStore } from '../../src/app/storage/storage.ts'
import { me, sendCode } from '../../src/features/session/contract.ts'
import { ok } from '../api/orders-fixtures.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { Buyers, codeFor, requesterOf, signedIn, storedOrders } from './buyers.ts'
import { FailingPostgres } from './failing-postgres.ts'
import { freePort, KillableProcess } from './killable-process.ts'

const bin = ensurePostgres()

describe.runIf(bin !== undefined)('while the database is away', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-away-'))
  let postgres: FailingPostgres
  let server: KillableProcess
  let url: string
  let load: Buyers
  let student: Requester

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
    student = await signedIn(url, 'lin@example.com')
    load = new Buyers(url)
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
    await codeFor(url, 'wu@example.com')
  })

  test('nothing that was acknowledged is lost, and nothing is there twice', async () => {
    await load.stop()
    expect(await storedOrders(postgres.url, dataDir)).toEqual(load.orders())
    await server.end('SIGTERM')
  })
})
