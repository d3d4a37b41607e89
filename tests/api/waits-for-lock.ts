/** Two transactions at the same moment, in an order that a test decides. */
import { sql, SqliteAdapter } from 'kysely'
import type { Deps } from '../../src/server/dependencies.ts'

/** Whether a transaction waits for another one's lock. SQLite writes one after the other; PostgreSQL reports it. */
export async function waitsForLock({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  if (db.getExecutor().adapter instanceof SqliteAdapter) return true
  const { rows } = await sql<{
    n: string
  }>`select count(*) as n from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`.execute(
    db,
  )
  return rows.some(({ n }) => Number(n) > 0)
}
