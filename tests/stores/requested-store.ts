/** What the project of a run says about the database its tests stand on. */

/** The database that has all tables, from which each server of a test gets a copy. */
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
