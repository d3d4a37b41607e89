/** A disk that is full and a file that somebody else writes to: what callers and the log learn of it (SQLite). */
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeRequest } from '../../src/app/requests/api.ts'
import { createOrder, listOrders } from '../../src/features/orders/contract.ts'
import { me } from '../../src/features/session/contract.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { StoreMark } from '../../src/server/db/store-mark.ts'
import { dialect } from '../stores/open.ts'
import { signIn } from './login-by-code.ts'
import { TRIP } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

describe.runIf(dialect === 'sqlite')('SQLite', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-full-'))
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ dataDir })
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true })
  })
  const buy = (key: string) => server.client().request(createOrder, { trip: TRIP, key })
  const refused = { name: 'RequestFailed', code: 'server', retryAfter: 5 }

  test('a full disk is answered as ours and named in the log, and afterwards everything goes on', async () => {
    const limit = (pages: number) =>
      server.deps.write((trx) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(trx))
    await limit(1)
    let number = 0
    // Pages that are free take a few more rows.
    await expect
      .poll(
        () =>
          buy(`full-disk-${++number}`).then(
            () => 'kept',
            (error: unknown) => error,
          ),
        { interval: 1 },
      )
      .toMatchObject(refused)
    expect(server.logs()).toMatch(/"type":"StoreUnavailable","errno":"SQLITE_FULL".+"msg":"call failed"/)
    await limit(1_000_000)
    expect(await buy(`full-disk-${number}`)).toMatchObject({ ok: true })
  })

  test('a file that somebody else writes to for too long is answered as ours', async () => {
    await server.deps.write((trx) => sql`pragma busy_timeout = 0`.execute(trx))
    const other = new Database(join(dataDir, 'youfang.db'))
    other.exec('begin immediate')
    await expect(buy('busy-file')).rejects.toMatchObject(refused)
    expect(server.logs()).toContain('"errno":"SQLITE_BUSY"')
    other.exec('rollback')
    other.close()
    expect(await buy('busy-file')).toMatchObject({ ok: true })
  })

  test('while it is being moved everything is read, and a change is answered with what to do', async () => {
    const mark = new StoreMark(join(dataDir, 'youfang.db'))
    const person = await signIn(server, 'mover@example.com')
    mark.restJobs()
    expect(await buy('jobs-rest')).toMatchObject({ ok: true })
    expect(await server.drain()).toBe(0)
    mark.onlyRead()
    const asked = async (lang: Lang) => {
      const around = { ...server.client(), base: server.url, lang: () => lang, device: () => 'web' as const }
      const {
        address,
        headers,
        body = null,
      } = encodeRequest(createOrder, { trip: TRIP, key: 'refused-order' }, undefined, {
        ...around,
        now: server.deps.clock,
        toLogin: () => undefined,
        toHome: () => undefined,
        toast: () => undefined,
      })
      const answer = await fetch(address, { method: 'POST', headers, body })
      return [answer.status, answer.headers.get('retry-after'), await answer.json()]
    }
    expect(await asked('en')).toEqual([
      503,
      '5',
      expect.objectContaining({ message: expect.stringContaining('Try again in a few minutes') }),
    ])
    expect(await asked('cn')).toEqual([
      503,
      '5',
      expect.objectContaining({ message: expect.stringContaining('请过几分钟再试') }),
    ])
    await expect(buy('only-reads')).rejects.toMatchObject(refused)
    // Its last use is not recorded meanwhile.
    server.advance(5 * 60_000)
    for (const call of [listOrders, me]) expect(await person.request(call, {})).toMatchObject({ ok: true })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(await (await fetch(`${server.url}/status.json`)).json()).toMatchObject({ paying: 'slow', codes: 'slow' })
    expect(await server.deps.health.figures()).toMatchObject({ storeOnlyReads: 1 })
    mark.clear()
    mark.close()
    expect(await buy('only-reads')).toMatchObject({ ok: true })
  })
})
