/** Limits of what is waited for, connections that break while they are used, and commits that are not answered. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer as createSocket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../../../src/server/db/database.ts'
import { migrate } from '../../../src/server/db/migrate.ts'
import { lockFor } from '../../../src/server/db/transaction-lock.ts'
import { createFiles } from '../../../src/server/files/file-store.ts'
import { folderStorage } from '../../../src/server/files/folder-storage.ts'
import { oneChunk } from '../../../src/server/files/store-once.ts'
import { ALL_TABLES } from '../../../src/programs/database-tables.ts'
import { createSeal } from '../../../src/server/keys/seal.ts'
import { emptyDatabase, runsConcurrently } from '../../stores/open.ts'

const settingsOf = async (
  run: (text: ReturnType<typeof sql<Record<string, string>>>) => Promise<Record<string, string>[]>,
) =>
  (
    await run(
      sql<Record<string, string>>`select current_setting('statement_timeout') as statement,
        current_setting('lock_timeout') as lock, current_setting('idle_in_transaction_session_timeout') as idle`,
    )
  )[0]

/**
 * A socket in front of the database's own, which closes every connection that sends `closeAt`, once it has passed it
 * on.
 */
async function socketThatCloses(url: string, closeAt: string): Promise<{ url: string; close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'youfang-socket-'))
  const behind = new URL(url)
  const target = join(behind.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const front = createSocket((client) => {
    const server = connect(target)
    for (const it of [client, server]) it.on('error', () => undefined)
    server.pipe(client)
    client.on('data', (bytes) => {
      server.write(bytes)
      if (!bytes.toString('latin1').includes(closeAt)) return
      server.unpipe(client)
      // Its answer shows that the commit was carried out; nobody else gets to see it.
      server.once('data', () => {
        server.destroy()
        client.destroy()
      })
      server.resume()
    })
    client.on('close', () => server.end())
  })
  await new Promise<void>((done) => void front.listen(join(folder, '.s.PGSQL.5432'), done))
  behind.searchParams.set('host', folder)
  return {
    url: behind.href,
    close: () => {
      front.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

describe.runIf(runsConcurrently)('a store on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let store: Store
  beforeAll(async () => {
    database = await emptyDatabase()
    store = openStore({ databaseUrl: database.url, databaseLimits: { connections: 2, statementMs: 300 }, dataDir: '' })
  })
  afterAll(async () => {
    await store.close()
    await database.drop()
  })
  const holds = async () => expect((await sql`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }])

  test('ends a statement that takes too long, and goes on', async () => {
    const slow = store.write((trx) => sql`select pg_sleep(3600)`.execute(trx))
    await expect(slow).rejects.toMatchObject({ name: 'StoreUnavailable', statusCode: 503, code: '57014' })
    await holds()
  })

  test('ends a wait for a lock that somebody holds', async () => {
    let release: () => void = () => undefined
    let locked: () => void = () => undefined
    const isLocked = new Promise<void>((done) => (locked = done))
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const held = (async () => {
      await client.query('begin')
      await client.query("select pg_advisory_xact_lock(hashtextextended('claim:1', 0))")
      locked()
      await new Promise<void>((done) => (release = done))
      await client.query('rollback')
      await client.end()
    })()
    await isLocked
    await expect(store.write((trx) => lockFor(trx, 'claim:1'))).rejects.toMatchObject({ code: '55P03' })
    release()
    await held
    await store.write((trx) => lockFor(trx, 'claim:1'))
  })

  test('has limits inside a transaction only: whoever gets the connection next has none of them', async () => {
    const before = await settingsOf(async (text) => (await text.execute(store.db)).rows)
    expect(await store.write((trx) => settingsOf(async (text) => (await text.execute(trx)).rows))).toEqual({
      statement: '300ms',
      lock: '200ms',
      idle: '600ms',
    })
    expect(before).toEqual({ statement: '0', lock: '0', idle: '0' })
    expect(await settingsOf(async (text) => (await text.execute(store.db)).rows)).toEqual(before)
    expect(await store.writeUnhurried((trx) => settingsOf(async (text) => (await text.execute(trx)).rows))).toEqual(
      before,
    )
  })

  test('lives on when a connection is closed between two statements of a transaction', async () => {
    const killed = store.write(async (trx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      const killer = new pg.Client({ connectionString: database.url })
      await killer.connect()
      await killer.query('select pg_terminate_backend($1, 60000)', [rows[0]?.pid])
      await killer.end()
      await sql`select 1`.execute(trx)
    })
    await expect(killed).rejects.toMatchObject({ name: 'StoreUnavailable', maybeWritten: false })
    await holds()
  })

  test('keeps the error of a statement as the reason of its transaction', async () => {
    await expect(store.write((trx) => sql`select no_such_column`.execute(trx))).rejects.toMatchObject({ code: '42703' })
    await expect(
      store.write(async (trx) => {
        await sql`select no_such_column`.execute(trx).catch(() => undefined)
      }),
    ).rejects.toThrow('rolled back')
    await holds()
  })

  test('says when nothing listens', async () => {
    const nobody = new URL(database.url)
    nobody.searchParams.set('host', '/nowhere')
    const away = openStore({ databaseUrl: nobody.href, dataDir: '' })
    await expect(away.probe()).rejects.toMatchObject({ name: 'StoreUnavailable', code: 'ENOENT' })
    await away.close()
  })

  describe('a file whose row is written', () => {
    const folder = mkdtempSync(join(tmpdir(), 'youfang-commit-'))
    const parts = {
      seal: createSeal([Buffer.alloc(32, 7)]),
      storage: folderStorage(join(folder, 'files')),
      clock: () => 5,
    }
    const put = async (closeAt: string): Promise<unknown> => {
      const front = await socketThatCloses(database.url, closeAt)
      const through = openStore({ databaseUrl: front.url, dataDir: '' })
      const error: unknown = await createFiles({ ...parts, store: through })
        .put(oneChunk(Buffer.from('invoice')), { owner: 'claim:1', name: 'a.pdf', mime: 'application/pdf' })
        .then(() => 'kept')
        .catch((it: unknown) => it)
      await through.close()
      front.close()
      return error
    }
    beforeAll(async () => {
      await migrate(store, ALL_TABLES)
    })
    afterAll(() => rmSync(folder, { recursive: true }))

    test('keeps its bytes when the commit was carried out and not answered', async () => {
      expect(await put('commit')).toMatchObject({ name: 'StoreUnavailable', maybeWritten: true })
      const [row] = await store.db.selectFrom('files').select('id').execute()
      expect((await createFiles({ ...parts, store }).bytes(row?.id ?? ''))?.bytes.toString()).toBe('invoice')
    })

    test('keeps nothing when it was not written', async () => {
      const before = readdirSync(join(folder, 'files'))
      expect(await put('insert into "files"')).toMatchObject({ name: 'StoreUnavailable', maybeWritten: false })
      expect(readdirSync(join(folder, 'files'))).toEqual(before)
    })
  })
})
