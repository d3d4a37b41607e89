/** Brings a store to the schema that the tables declare: creates it, or runs the steps that it has not had. */
import { sql, type Kysely } from 'kysely'
import { now } from '../../lib/days/clock.ts'
import type { Database } from './database-rows.ts'
import { createTables } from './create-tables.ts'
import type { Store } from './database.ts'
import type { Table } from './define-table.ts'
import { BASELINE, SCHEMA_HISTORY, type SchemaStep } from './schema-history.ts'

/** Any number that nobody else in this database uses as an advisory lock. */
const MIGRATION_LOCK = 7_068_660_971

/** What ran, by name; the table has had this form since the beginning. */
type Recorded = Database & { migrations: { name: string; timestamp: string } }

export const MIGRATIONS_TABLE = 'create table migrations (name text primary key, timestamp text not null)'

/** Until the transaction ends no other process makes or changes tables in this PostgreSQL database. */
export const lockMigrations = (trx: Kysely<Database>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)

/** In one transaction: all of it or nothing. Returns the names of the steps that ran; `tables` for a new store. */
export function migrate(store: Store, tables: readonly Table[], history = SCHEMA_HISTORY): Promise<string[]> {
  return store.writeUnhurried(async (trx) => {
    // Processes that start together run this one after another. On SQLite the write transaction itself is the lock;
    // PostgreSQL would let both look for the tables at once, and the second would fail.
    if (store.dialect === 'postgres') await lockMigrations(trx)
    const db = trx.withTables<Pick<Recorded, 'migrations'>>()
    const ran = await recorded(db, store.dialect)
    if (ran === undefined) {
      await sql.raw(MIGRATIONS_TABLE).execute(db)
      await createTables(trx, tables)
      for (const { name } of history) await record(db, name)
      return ['tables']
    }
    refuseOlder(ran, history)
    const due = history.filter(({ name }) => !ran.has(name))
    for (const step of due) await run(db, step)
    return due.map(({ name }) => name)
  })
}

/** True when every step of this code has run in this store. */
export async function atHead(store: Pick<Store, 'db' | 'dialect'>, history = SCHEMA_HISTORY): Promise<boolean> {
  const ran = await recorded(store.db.withTables<Pick<Recorded, 'migrations'>>(), store.dialect)
  return ran !== undefined && history.every(({ name }) => ran.has(name))
}

/** Names of what ran; undefined in an empty store. */
async function recorded(db: Kysely<Recorded>, dialect: Store['dialect']): Promise<Set<string> | undefined> {
  const found =
    dialect === 'postgres'
      ? sql`select 1 where to_regclass('migrations') is not null`
      : sql`select 1 from sqlite_master where type = 'table' and name = 'migrations'`
  if ((await found.execute(db)).rows.length === 0) return undefined
  return new Set((await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name))
}

/** Migrations of the baseline and before had a number in their names. Steps have none, also those of a later version. */
const NUMBERED = /_\d{3}_/

/**
 * A store that was created by these tables has none of the names of before; an older one has too few of them. What a
 * later version has added counts for nothing: a server of this one may go on beside it.
 */
function refuseOlder(ran: ReadonlySet<string>, history: readonly SchemaStep[]): void {
  const own = new Set(history.map(({ name }) => name))
  const before = [...ran].filter((name) => NUMBERED.test(name) && !own.has(name)).length
  if (before > 0 && before < BASELINE.migrations)
    throw new Error(
      `This store is of a version before ${BASELINE.commit}. Start that version on it once, and then this one.`,
    )
}

async function run(db: Kysely<Recorded>, { name, sql: statements }: SchemaStep): Promise<void> {
  try {
    for (const statement of statements) await sql.raw(statement).execute(db)
  } catch (cause) {
    throw new Error(`Migration failed: ${name}`, { cause })
  }
  await record(db, name)
}

const record = (db: Kysely<Recorded>, name: string): Promise<unknown> =>
  db
    .insertInto('migrations')
    .values({ name, timestamp: new Date(now()).toISOString() })
    .execute()
