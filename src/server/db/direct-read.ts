/**
 * Reads that bypass Kysely, which takes a connection, wraps it and awaits at every step: for a compiled query that
 * costs many times what the store takes to answer it. A store registers here how its driver is called; only
 * `preparedQuery` uses it.
 */
import type { Kysely } from 'kysely'
import type { Database } from './database-rows.ts'

/** SQL that was compiled once, and the values of one run. */
interface DirectQuery {
  sql: string
  parameters: readonly unknown[]
}
/** Rows of a read outside any transaction. */
export type DirectRead = (query: DirectQuery) => Promise<unknown[]> | unknown[]

const readers = new WeakMap<object, DirectRead>()

/** Registers how `db` is read directly. */
export function readDirectly<DB>(db: Kysely<DB>, read: DirectRead): void {
  readers.set(db, read)
}

/**
 * How `db` is read directly; `undefined` for a transaction, whose reads belong on its own connection, and where nothing
 * was registered.
 */
export const directRead = (db: Kysely<Database>): DirectRead | undefined => readers.get(db)
