/** A backup that a version of before made, with its tables: it is checked, restored, and brought to the present version. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { writeDatabase } from '../../src/server/backup/backup-format.ts'
import { checkBackup } from '../../src/server/backup/check-backup.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import type { Store } from '../../src/server/db/database.ts'
import type { Table } from '../../src/server/db/define-table.ts'
import { SCHEMA_HISTORY } from '../../src/server/db/schema-history.ts'
import { folderStorage } from '../../src/server/files/folder-storage.ts'
import { PERSON } from '../stores/fill-store.ts'
import { canBeCopied, forget, freshStore } from '../stores/open.ts'
import { signIn } from './login-by-code.ts'
import { oldRows, oldServer, type OldServer } from './old-server.ts'
import { ok } from './orders-fixtures.ts'
import { startServer } from './start-server.ts'

let root: string
let old: OldServer
let store: Store
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'youfang-older-'))
  old = await oldServer()
  store = await freshStore({ dataDir: old.server.deps.config.dataDir, again: true })
})
afterEach(async () => {
  await store.close()
  await old.close()
  rmSync(root, { recursive: true, force: true })
})

/** The steps of the schema's history that are undone, and what they create. */
const STEPS = SCHEMA_HISTORY.slice(SCHEMA_HISTORY.findIndex(({ name }) => name === 'next_term_of_policy'))
const namedAfter = (words: string): string[] =>
  STEPS.flatMap(({ sql: lines }) => lines).flatMap((line) => new RegExp(`^${words} (\\w+)`).exec(line)?.[1] ?? [])
const NEW_INDEXES = namedAfter('create (?:unique )?index').filter((name) => !namedAfter('drop index').includes(name))
const NEW_COLUMN = 'previous_policy_id'

const without = <T>(of: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name)))

/** Undoes the last steps of the schema's history; returns the tables of then. */
async function toTheVersionBefore(): Promise<Table[]> {
  await store.write(async (trx) => {
    await sql`drop table incoming_transfers`.execute(trx)
    for (const name of NEW_INDEXES) await sql`drop index if exists ${sql.ref(name)}`.execute(trx)
    await sql`alter table policies drop column ${sql.ref(NEW_COLUMN)}`.execute(trx)
    await sql`delete from migrations where name in (${sql.join(STEPS.map(({ name }) => name))})`.execute(trx)
  })
  return ALL_TABLES.filter(({ name }) => name !== 'incoming_transfers').map((table) => ({
    ...table,
    columns: table.name === 'policies' ? without(table.columns, [NEW_COLUMN]) : table.columns,
    indexes: without(table.indexes ?? {}, NEW_INDEXES),
  }))
}

// A database in memory has one connection.
describe.skipIf(!canBeCopied)('a backup of an older version', () => {
  it('comes to the present one at the next start, and is read by its people', async () => {
    const { seal, config, clock } = old.server.deps
    const tables = await toTheVersionBefore()
    const backup = join(root, 'backup')
    cpSync(join(config.dataDir, 'files'), join(backup, 'files'), { recursive: true })
    const present = folderStorage(join(backup, 'files'))
    const names: string[] = []
    for await (const { name } of present.list()) names.push(name)
    await store.write((trx) => trx.deleteFrom('files').where('id', 'not in', names).execute())
    await writeDatabase(backup, store.db, { seal, tables, made: clock() }, () => undefined)
    const checked = await checkBackup(backup, { seal, tables: ALL_TABLES, print: () => undefined })
    expect(checked).toMatchObject({ faults: [], readable: true })
    const dataDir = join(root, 'elsewhere')
    const storage = folderStorage(join(dataDir, 'files'))
    const target = await freshStore({ dataDir, again: true })
    await restoreBackup(backup, { store: target, storage, seal, clock, print: () => undefined }, checked.files)
    await target.close()
    const env = { SECRET: String(config.secrets[0]?.toString('base64')) }
    const elsewhere = await startServer({ dataDir, clock, env })
    const person = await signIn(elsewhere, PERSON)
    const { policies } = ok(await person.request(listPolicies, { tab: 'valid' }))
    expect(policies.map(({ id }) => id)).toContain(oldRows.given.extended)
    expect(await elsewhere.deps.db.selectFrom('incoming_transfers').selectAll().execute()).toEqual([])
    await elsewhere.close()
    await forget(dataDir)
  })
})
