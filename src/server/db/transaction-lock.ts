/** A lock between transactions that read first and then decide. */
import { sql, SqliteAdapter, type Transaction } from 'kysely'
import type { Database } from './database-rows.ts'

/**
 * Transactions that lock the same key run one after another until they end. On SQLite all writes do. PostgreSQL's READ
 * COMMITTED would let two of them read the same rows, decide the same, and break a limit or a unique key.
 */
export async function lockFor<DB>(trx: Transaction<DB>, key: string): Promise<void> {
  if (trx.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/**
 * The same on a row that represents the thing: transactions that change it, or rows that depend on it, run one after
 * another, also on a distributed PostgreSQL. Rows that only refer to it can still be written. Read what the decision
 * depends on after this.
 */
export async function lockRow(trx: Transaction<Database>, table: keyof Database, id: string): Promise<void> {
  if (trx.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`select id from ${sql.table(table)} where id = ${id} for no key update`.execute(trx)
}
