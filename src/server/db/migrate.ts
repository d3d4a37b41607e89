/** Collects the migrations of the server and of every feature, and runs those that are new. */
import { sql } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Store } from './database.ts'
import type { Migrations } from './migration-type.ts'

export type { Migrations }

/** Any number that nobody else in this database uses as an advisory lock. */
const MIGRATION_LOCK = 7_068_660_971

const options = (migrations: Migrations) => ({
  provider: { getMigrations: async () => ({ ...migrations }) },
  migrationTableName: 'migrations',
  migrationLockTableName: 'migrations_lock',
  // Features are merged independently, so a new name may sort before one that has run.
  allowUnorderedMigrations: true,
})

/** Brings the store to the newest version in one transaction: all of it or nothing. Returns the names that ran. */
export async function migrate(store: Store, migrations: Migrations): Promise<string[]> {
  return store.writeUnhurried(async (trx) => {
    // Processes that start together run this one after another. On SQLite the write transaction itself is the lock;
    // PostgreSQL would let both look for the tables at once, and the second would fail.
    if (store.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(trx)
    let first: { name: string; cause: unknown } | undefined
    const watched = Object.fromEntries(
      Object.entries(migrations).map(([name, migration]) => [
        name,
        {
          ...migration,
          up: (db) =>
            migration.up(db).catch((cause: unknown) => {
              first ??= { name, cause }
              throw cause
            }),
        } satisfies Migration,
      ]),
    )
    const { error, results } = await new Migrator({ db: trx, ...options(watched) }).migrateToLatest()
    const failed = results?.find((it) => it.status === 'Error')
    // On PostgreSQL the migrator fails again when it releases its lock in the broken transaction, and returns that
    // error instead.
    if (first) throw new Error(`Migration failed: ${first.name}`, { cause: first.cause })
    if (error || failed)
      throw new Error(`Migration failed: ${failed?.migrationName ?? 'before the first'}`, { cause: error })
    return (results ?? []).map((it) => it.migrationName)
  })
}

/** True when every migration of this code has run in this store. */
export async function atHead(store: Store, migrations: Migrations): Promise<boolean> {
  const all = await new Migrator({ db: store.db, ...options(migrations) }).getMigrations()
  return all.every((it) => it.executedAt !== undefined)
}

/** Merges the features' migrations; a name that occurs twice is a programming mistake and stops the start. */
export function collect(sets: readonly (Migrations | undefined)[]): Migrations {
  const all: Record<string, Migration> = {}
  for (const [name, migration] of sets.flatMap((set) => Object.entries(set ?? {}))) {
    if (all[name]) throw new Error(`Two migrations are called ${name}`)
    all[name] = migration
  }
  return all
}
