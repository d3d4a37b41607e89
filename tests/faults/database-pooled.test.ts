/**
 * The real server under load behind PgBouncer in transaction mode, while pooler and PostgreSQL are restarted, crash,
 * hang and are switched over to a standby: the process lives, every call is answered within its limit and as a fault of
 * ours that is worth repeating, nothing acknowledged is lost or doubled, and everything goes on by itself.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Requester } from '../../src/app/requests/api.ts'
import { me, sendCode } from '../../src/features/session/contract.ts'
import { ok } from '../api/orders-fixtures.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { Buyers, codeFor, requesterOf, signedIn, storedOrders } from './buyers.ts'
import { FailingPostgres } from './failing-postgres.ts'
import { freePort, KillableProcess } from './killable-process.ts'
import { Pooler } from './pooler.ts'

const bin = ensurePostgres()
const STATEMENT_S = 1
/**
 * The longest that a call may wait: for a connection (10 s), and for a statement that is never answered (5 s beyond its
 * limit). As much again is the machine's own.
 */
const LIMIT_MS = 2 * (10 + STATEMENT_S + 5) * 1000

describe.runIf(bin !== undefined)('behind a pooler', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-pooled-'))
  let postgres: FailingPostgres
  let standby: FailingPostgres | undefined
  let pooler: Pooler
  let server: KillableProcess
  let url: string
  let buyers: Buyers
  let student: Requester

  const ready = async (): Promise<number> => (await fetch(`${url}/readyz`)).status

  beforeAll(async () => {
    postgres = await FailingPostgres.start(bin ?? '')
    pooler = await Pooler.start(postgres)
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    server = new KillableProcess(port, dataDir, {
      DATABASE_URL: pooler.url,
      DATABASE_STATEMENT_SECONDS: String(STATEMENT_S),
    })
    await server.start()
  })
  afterEach(() => expect(server.ended).toBe(false))
  afterAll(async () => {
    await server.end('SIGKILL')
    await pooler.stop()
    await postgres.stop()
    await standby?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('while all is there, a student signs in and buyers begin applications', async () => {
    student = await signedIn(url, 'lin@example.com')
    buyers = new Buyers(url)
    await buyers.goesOn()
  })

  test.each(['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGKILL'] as const)(
    'the pooler is ended by %s and started again: calls are refused honestly and go on',
    async (signal) => {
      await pooler.end(signal)
      await buyers.isRefused()
      await pooler.startAgain()
      await buyers.goesOn()
    },
  )

  test('the pooler hangs: calls are answered meanwhile, and go on when it does', async () => {
    pooler.freeze()
    await buyers.isRefused()
    expect(await ready()).toBe(503)
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    pooler.resume()
    await buyers.goesOn()
    await expect.poll(ready).toBe(200)
  })

  test.each(['SIGINT', 'SIGKILL', 'SIGINT', 'SIGKILL'] as const)(
    'PostgreSQL is ended by %s and started again behind it: calls are refused honestly and go on',
    async (signal) => {
      await postgres.end(signal)
      await buyers.isRefused()
      await postgres.startAgain()
      await buyers.goesOn()
    },
  )

  test('PostgreSQL loses one of its processes behind it, and closes every connection: calls go on', async () => {
    postgres.killBackend()
    await buyers.goesOn()
  })

  test('PostgreSQL hangs behind it: calls are answered meanwhile, and go on when it does', async () => {
    postgres.freeze()
    await buyers.isRefused()
    expect(await ready()).toBe(503)
    postgres.resume()
    await buyers.goesOn()
    await expect.poll(ready).toBe(200)
  })

  test('the pooler pauses, as for an upgrade, and resumes: calls go on', async () => {
    await pooler.tell('pause')
    await buyers.isRefused()
    await pooler.tell('resume')
    await buyers.goesOn()
  })

  test('PostgreSQL crashes for good and its standby takes over: sessions and jobs go on with it', async () => {
    standby = await postgres.withStandby(bin ?? '')
    await buyers.goesOn()
    await postgres.end('SIGKILL')
    await buyers.isRefused()
    await standby.promote()
    await pooler.leadTo(standby)
    await buyers.goesOn()
    await expect.poll(ready).toBe(200)
    expect(ok(await student.request(me, {})).user.email).toContain('@example.com')
    ok(await requesterOf(url).request(sendCode, { destination: 'wu@example.com' }))
    await codeFor(url, 'wu@example.com')
  })

  test('nothing that was acknowledged is lost or there twice, and no call waited longer than its limit', async () => {
    await buyers.stop()
    expect(await storedOrders(pooler.url, dataDir)).toEqual(buyers.orders())
    expect(buyers.longestMs).toBeLessThan(LIMIT_MS)
  })
})
