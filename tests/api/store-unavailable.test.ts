/** A disk that is full and a file that somebody else writes to: what callers and the log learn of it (SQLite). */
import Database from 'better-sqlite3'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOrder } from '../../src/features/orders/contract.ts'
import { dialect } from '../stores/open.ts'
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
})
