/** For tests: the same test over SQLite in a folder of its own and over PostgreSQL (PGlite, in memory). */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, type Transaction } from 'kysely'
import { afterAll, describe, test as vitest } from 'vitest'
import type { Database } from '../tables.ts'
import { openStore, storeOf, type Store, type Trx } from './database.ts'
import { foundationMigrations } from './foundation.ts'
import { collect, migrate, type Migrations } from './migrate.ts'

/** PostgreSQL in memory, with bigint parsed to a number as in production. */
export async function memoryPostgres(): Promise<Store> {
  const pglite = await PGlite.create({ parsers: { 20: Number } })
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }) })
  return storeOf(db, db, 'postgres')
}

export interface DialectStore extends Store {
  /** The transaction, seen as one over the test's own tables. */
  of: <DB>(trx: Trx) => Transaction<DB>
}

type Test = (name: string, fn: (store: DialectStore) => Promise<void>) => void

/** Runs `body` once for each dialect; the store is opened before the first test and closed after the last. */
export function eachDialect(name: string, migrations: Migrations, body: (test: Test, dialect: Store['dialect']) => void): void {
  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe(`${name} on ${dialect}`, () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'youfang-db-'))
      let opened: Promise<DialectStore> | undefined
      const store = (): Promise<DialectStore> => (opened ??= open(dialect, dataDir, migrations))
      afterAll(async () => {
        await (await opened)?.close()
        rmSync(dataDir, { recursive: true, force: true })
      })
      body((title, fn) => vitest(title, async () => fn(await store()), 30_000), dialect)
    })
  }
}

async function open(dialect: Store['dialect'], dataDir: string, migrations: Migrations): Promise<DialectStore> {
  const store = dialect === 'sqlite' ? openStore({ dataDir }) : await memoryPostgres()
  await migrate(store, collect([foundationMigrations, migrations]))
  // A test's own tables are in the store but not in the product's types.
  return { ...store, of: <DB>(trx: Trx) => trx as unknown as Transaction<DB> }
}
