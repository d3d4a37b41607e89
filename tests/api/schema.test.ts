/** The schema: what the tables declare, and how a store of an earlier version comes to it, on both databases. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import type { Store } from '../../src/server/db/database.ts'
import { atHead, migrate } from '../../src/server/db/migrate.ts'
import { BASELINE, SCHEMA_HISTORY } from '../../src/server/db/schema-history.ts'
import { makeBaseline } from '../stores/baseline-store.ts'
import { freshStore } from '../stores/open.ts'
import { schemaOf } from '../stores/schema-of.ts'

const opened: { store: Store; dataDir: string }[] = []
afterEach(async () => {
  for (const { store, dataDir } of opened.splice(0)) {
    await store.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

async function emptyStore(): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-schema-'))
  const store = await freshStore({ dataDir })
  opened.push({ store, dataDir })
  return store
}

/** A store as the baseline's commit left it, after the first `count` of its migrations were recorded. */
async function oldStore(count?: number): Promise<Store> {
  const store = await emptyStore()
  await makeBaseline(store, count)
  return store
}

test('a store of the baseline comes to what the tables declare, and a second start runs nothing', async () => {
  const [fresh, old] = [await emptyStore(), await oldStore()]
  expect(await migrate(fresh, ALL_TABLES)).toEqual(['tables'])
  expect(await atHead(old)).toBe(false)
  expect(await migrate(old, ALL_TABLES)).toEqual(SCHEMA_HISTORY.map(({ name }) => name))
  const declared = await schemaOf(fresh)
  expect(Object.keys(declared).length).toBeGreaterThan(1_000)
  expect(await schemaOf(old)).toEqual(declared)
  for (const store of [fresh, old]) {
    expect(await migrate(store, ALL_TABLES)).toEqual([])
    expect(await atHead(store)).toBe(true)
  }
})

test('contacts of a store of the baseline need no answer, but those that were added later', async () => {
  const store = await oldStore()
  await store.write(async (trx) => {
    await sql`insert into users (id, created_at) values ('u1', 1)`.execute(trx)
    for (const id of ['c1', 'c2'])
      await sql`insert into contacts (id, user_id, channel, destination, mac, proved_at) values (${id}, 'u1', 'email', 'sealed', ${id}, 7)`.execute(
        trx,
      )
    await sql`insert into contact_changes (id, user_id, number, channel, new_contact_id, at, undo_until) values ('x', 'u1', 1, 'email', 'c2', 8, 9)`.execute(
      trx,
    )
  })
  await migrate(store, ALL_TABLES)
  const contacts = await store.db.selectFrom('contacts').select(['id', 'accepted_at']).orderBy('id').execute()
  expect(contacts).toEqual([
    { id: 'c1', accepted_at: 7 },
    { id: 'c2', accepted_at: null },
  ])
})

test('a store of a version in between runs only what came since', async () => {
  const store = await oldStore()
  const last = SCHEMA_HISTORY.at(-1)?.name
  await migrate(store, ALL_TABLES, SCHEMA_HISTORY.slice(0, -1))
  expect(await atHead(store)).toBe(false)
  expect(await migrate(store, ALL_TABLES)).toEqual([last])
})

test('an older store is told which version to pass through, and stays as it is', async () => {
  const store = await oldStore(BASELINE.migrations - 1)
  const before = await schemaOf(store)
  await expect(migrate(store, ALL_TABLES)).rejects.toThrow(BASELINE.commit)
  expect(await schemaOf(store)).toEqual(before)
})

test('a step that fails is named, and nothing of it stays', async () => {
  const store = await emptyStore()
  await migrate(store, ALL_TABLES)
  const before = await schemaOf(store)
  const wrong = [...SCHEMA_HISTORY, { name: 'wrong', sql: ['create table things (id text)', 'no statement'] }]
  await expect(migrate(store, ALL_TABLES, wrong)).rejects.toThrow('Migration failed: wrong')
  expect(await schemaOf(store)).toEqual(before)
})
