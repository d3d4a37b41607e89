/**
 * A disk that is full or only read, of the database (SQLite) or of people's files, and a file that somebody else writes
 * to: what callers and the log learn of it.
 */
import Database from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeRequest } from '../../src/app/requests/api.ts'
import { createOrder, listOrders } from '../../src/features/orders/contract.ts'
import { me } from '../../src/features/session/contract.ts'
import type { Lang } from '../../src/lib/locale.ts'
import { storeOf } from '../../src/server/db/database.ts'
import type { Database as Tables } from '../../src/server/db/database-rows.ts'
import { openSqlite } from '../../src/server/db/sqlite.ts'
import { StoreMark } from '../../src/server/db/store-mark.ts'
import { dialect } from '../stores/open.ts'
import { Claimant, photoBytes } from './claims-fixtures.ts'
import { signIn } from './login-by-code.ts'
import { TRIP } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

/** How a fault of ours that passes arrives in the browser. */
const refused = { name: 'RequestFailed', code: 'server', retryAfter: 5 }

describe.runIf(dialect === 'sqlite')('SQLite', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-full-'))
  const { reader, writer } = openSqlite<Tables>(join(dataDir, 'youfang.db'))
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ dataDir, store: storeOf(reader, writer, 'sqlite') })
  })
  afterAll(async () => {
    await server.close()
    rmSync(dataDir, { recursive: true })
  })
  const buy = (key: string) => server.client().request(createOrder, { trip: TRIP, key })

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

  test('a file that takes no writes is answered as ours', async () => {
    // Fails with the code of a file that was opened where nothing may be written.
    await sql`pragma query_only = on`.execute(writer)
    await expect(buy('read-only')).rejects.toMatchObject(refused)
    expect(server.logs()).toMatch(/"type":"StoreUnavailable","errno":"SQLITE_READONLY".+"msg":"call failed"/)
    expect(await server.deps.health.check()).toMatchObject({ ok: false, database: false })
    await sql`pragma query_only = off`.execute(writer)
    expect(await buy('read-only')).toMatchObject({ ok: true })
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

/** A disk of four MB in place of the folder; `undefined` where this user may not mount one. */
function smallDisk(folder: string): { remount: (how: 'ro' | 'rw') => void; unmount: () => void } | undefined {
  mkdirSync(folder)
  const run = (...command: [string, ...string[]]) => execFileSync(command[0], command.slice(1), { stdio: 'pipe' })
  try {
    run('mount', '-t', 'tmpfs', '-o', 'size=4m,mode=0700', 'tmpfs', folder)
  } catch {
    return undefined
  }
  return {
    remount: (how) => void run('mount', '-o', `remount,${how}`, folder),
    unmount: () => void run('umount', folder),
  }
}

describe('the disk of the files', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-files-full-'))
  const folder = join(dataDir, 'files')
  const disk = smallDisk(folder)
  let server: TestServer
  let lin: Claimant
  beforeAll(async () => {
    server = await startServer({ dataDir })
    lin = await Claimant.insured(server)
    await lin.start()
  })
  afterAll(async () => {
    await server.close()
    disk?.unmount()
    rmSync(dataDir, { recursive: true })
  })

  test('full or read-only, it is answered as ours, keeps nothing half, and takes the same file later', async ({
    skip,
  }) => {
    if (!disk) return skip('Mounting a small disk needs root: NOT TESTED HERE')
    const before = readdirSync(folder)
    const bytes = Buffer.concat([await photoBytes(), Buffer.alloc(300_000)])
    const send = () => lin.tryUpload('invoice', { upload: 'full-disk', bytes })
    const nothingKept = async (but: string[] = []) => {
      expect(readdirSync(folder).sort()).toEqual([...before, ...but].sort())
      expect(await server.deps.db.selectFrom('incoming').selectAll().execute()).toEqual([])
    }
    const { bavail, bsize } = statfsSync(folder)
    writeFileSync(join(folder, 'others'), Buffer.alloc(bavail * bsize - bytes.length / 2))
    await expect(send()).rejects.toMatchObject(refused)
    expect(server.logs()).toMatch(/"type":"StoreUnavailable","errno":"ENOSPC".+"msg":"call failed"/)
    await nothingKept(['others'])
    rmSync(join(folder, 'others'))

    disk.remount('ro')
    await expect(send()).rejects.toMatchObject(refused)
    expect(server.logs()).toMatch(/"type":"StoreUnavailable","errno":"EROFS".+"msg":"call failed"/)
    expect(await server.deps.health.check()).toMatchObject({ ok: false, files: false })
    disk.remount('rw')
    await nothingKept()

    expect(await lin.upload('invoice', { upload: 'full-disk', bytes })).toMatchObject({ status: 'received' })
  })
})
