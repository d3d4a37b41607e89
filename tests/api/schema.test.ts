/** The schema: what the tables declare, and how a store of an earlier version comes to it, on both databases. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import type { Store } from '../../src/server/db/database.ts'
import { atHead, migrate } from '../../src/server/db/migrate.ts'
import { BASELINE, SCHEMA_HISTORY, type SchemaStep } from '../../src/server/db/schema-history.ts'
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

test('a server of the version before starts again beside those of the next one', async () => {
  for (const store of [await emptyStore(), await oldStore()]) {
    await migrate(store, ALL_TABLES)
    expect(await migrate(store, ALL_TABLES, SCHEMA_HISTORY.slice(0, -1))).toEqual([])
    expect(await atHead(store, SCHEMA_HISTORY.slice(0, -1))).toBe(true)
  }
})

/** The last step from before servers of two versions ran side by side (docs/deploying.md). */
const LAST_TO_STOP_FOR = 'indexes_of_sweeps'

/** Statements for which a server of the version before has to stop: what it reads or writes is not as it was. */
const notOnlyAdding = (steps: readonly SchemaStep[]): string[] =>
  steps
    .filter(({ allServersStop = '' }) => allServersStop.trim() === '')
    .flatMap(({ name, sql: statements }) =>
      statements
        .filter(
          (it) =>
            /\b(drop|rename|truncate)\b|\balter\s+column\b|\badd\s+constraint\b/i.test(it) ||
            (/\badd\s+column\b/i.test(it) && /\bnot\s+null\b/i.test(it) && !/\bdefault\b/i.test(it)),
        )
        .map((it) => `${name}: ${it}`),
    )

test('a step of the schema only adds, or says why all servers stop for it', () => {
  const last = SCHEMA_HISTORY.findIndex(({ name }) => name === LAST_TO_STOP_FOR)
  expect(last).toBeGreaterThan(0)
  expect(notOnlyAdding(SCHEMA_HISTORY.slice(last + 1))).toEqual([])
  // By its number a server of before would take one for a migration of a store that is too old.
  expect(SCHEMA_HISTORY.slice(last + 1).filter(({ name }) => /_\d{3}_/.test(name))).toEqual([])
  // Before that steps did more than add, which shows that they are recognised.
  expect(notOnlyAdding(SCHEMA_HISTORY.slice(0, last + 1)).map((it) => it.split(':')[0])).toEqual(
    expect.arrayContaining(['orders_088_counted_messages', 'incoming_transfers_of_two', LAST_TO_STOP_FOR]),
  )
})

test.each([
  ['alter table jobs drop column endpoint', false],
  ['alter table jobs rename column endpoint to place', false],
  ['DROP TABLE jobs', false],
  ['alter table jobs alter column endpoint type bigint', false],
  ['alter table jobs add constraint one check (endpoint is not null)', false],
  ['alter table jobs add column place text not null', false],
  ['alter table jobs add column place text', true],
  [`alter table jobs add column place text default '' not null`, true],
  ['create index jobs_dropped_place on jobs (place)', true],
])('%s: only adds: %s', (statement, adds) => {
  expect(notOnlyAdding([{ name: 'step', sql: [statement] }]).length === 0).toBe(adds)
  expect(notOnlyAdding([{ name: 'step', sql: [statement], allServersStop: 'two ids became one' }])).toEqual([])
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
