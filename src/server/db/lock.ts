/** A lock between transactions that read first and then decide. */
import { sql, SqliteAdapter, type Transaction } from 'kysely'
import type { Database } from '../database-tables.ts'

/**
 * Transactions that name the same key follow each other until they end. On SQLite all writes do. PostgreSQL's READ
 * COMMITTED would let two of them read the same rows, decide alike, and break a limit or trip over a unique key.
 */
export async function lockFor<DB>(trx: Transaction<DB>, key: string): Promise<void> {
  if (trx.getExecutor().adapter instanceof SqliteAdapter) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/**
 * The same on a row that stands for the thing: transactions that change what hangs on it follow each other, also on a distributed
 * PostgreSQL. Rows that only refer to it can still be written.
 */
export async function lockPolicy(trx: Transaction<Database>, id: string): Promise<void> {
  if (trx.getExecutor().adapter instanceof SqliteAdapter) return
  await trx.selectFrom('policies').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}
