/** A project's setting for the database that its tests use. */

/** The database with all tables, which each server of a test copies. */
export const MIGRATED = 'youfang_migrated'

export type Wanted =
  /** A file in the folder of each server; `migrated` is a folder with one that has all tables, to be copied. */
  | { kind: 'sqlite'; migrated?: string }
  /** A PostgreSQL server, by the folder of its socket. */
  | { kind: 'server'; socket: string }
  /** PostgreSQL in memory. */
  | { kind: 'memory' }

declare module 'vitest' {
  export interface ProvidedContext {
    store: Wanted
  }
}
