/**
 * Reads past Kysely. It takes a connection, wraps it and awaits at every step, which for a compiled query costs many times what the store
 * takes to answer it. A store says here how its driver is asked; only `preparedQuery` uses it.
 */
import type { Kysely } from 'kysely'
import type { Database } from '../database-tables.ts'

/** SQL that was compiled once, and the values of this run. */
export interface DirectQuery {
  sql: string
  parameters: readonly unknown[]
}
/** Rows of a read outside any transaction. */
export type DirectRead = (query: DirectQuery) => Promise<unknown[]> | unknown[]

const readers = new WeakMap<object, DirectRead>()

/** Says how `db` is read directly. */
export function readDirectly<DB>(db: Kysely<DB>, read: DirectRead): void {
  readers.set(db, read)
}

/** How `db` is read directly; `undefined` for a transaction, whose reads belong on its own connection, and where nobody said it. */
export const directRead = (db: Kysely<Database>): DirectRead | undefined => readers.get(db)
