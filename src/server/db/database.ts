/** Opens the store that the configuration names, and provides the only way to write to it. */
import { join } from 'node:path'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from './database-rows.ts'
import { readDirectly } from './direct-read.ts'
import { openPostgres, POSTGRES_LIMITS, type PostgresLimits } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

export type Trx = Transaction<Database>
/** Runs `fn` in one write transaction: all of it or nothing. No network call belongs inside. */
export type Write = <T>(fn: (trx: Trx) => Promise<T>) => Promise<T>

export interface Store {
  /** Reads. On SQLite it cannot write. */
  db: Kysely<Database>
  write: Write
  /** The same for what may take as long as it needs while nobody waits for it: migrations. */
  writeUnhurried: Write
  /** Reads everything as of one moment, for as long as it takes, while others write. */
  snapshot: <T>(read: (db: Kysely<Database>) => Promise<T>) => Promise<T>
  dialect: 'sqlite' | 'postgres'
  /** Fails when the store does not accept writes. */
  probe: () => Promise<void>
  /** Connections to PostgreSQL, and who waits for one. */
  connections?: () => Record<'used' | 'idle' | 'waiting' | 'limit', number>
  close: () => Promise<void>
}

export const SQLITE_FILE = 'youfang.db'

/** PostgreSQL when a URL is given, otherwise one SQLite file in the data directory. */
export function openStore(config: {
  databaseUrl?: string | undefined
  databaseLimits?: PostgresLimits
  dataDir: string
}): Store {
  if (config.databaseUrl) return postgresStore(config.databaseUrl, config.databaseLimits ?? POSTGRES_LIMITS)
  const { reader, writer } = openSqlite<Database>(join(config.dataDir, SQLITE_FILE))
  return storeOf(reader, writer, 'sqlite')
}

/**
 * What a store that takes no writes refuses. SQLite writes its header anew, to the disk: a temporary table would not
 * notice that the disk is full. A PostgreSQL that has become a replica gives no number to a transaction.
 */
const PROBES = { sqlite: sql`pragma user_version = 0`, postgres: sql`select txid_current()` }

type Snapshot = <T>(db: Kysely<Database>, read: (db: Kysely<Database>) => Promise<T>) => Promise<T>

/** Composes a store from Kysely instances; tests hand in their own dialect here. */
export function storeOf(db: Kysely<Database>, writer: Kysely<Database>, dialect: Store['dialect']): Store {
  const write: Write = (fn) => writer.transaction().execute(fn)
  return {
    db,
    write,
    writeUnhurried: write,
    snapshot: (read) => (dialect === 'sqlite' ? sqliteSnapshot(db, read) : postgresSnapshot(writer, read)),
    dialect,
    probe: () => write(async (trx) => void (await PROBES[dialect].execute(trx))),
    close: async () => {
      await writer.destroy()
      if (db !== writer) await db.destroy()
    },
  }
}

/** On the connection that reads: whatever else reads meanwhile sees this moment too. */
const sqliteSnapshot: Snapshot = (db, read) =>
  db.connection().execute(async (connection) => {
    await sql`begin`.execute(connection)
    try {
      return await read(connection)
    } finally {
      await sql`rollback`.execute(connection)
    }
  })

const postgresSnapshot: Snapshot = (db, read) =>
  db.transaction().execute(async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    return await read(trx)
  })

// READ COMMITTED loses updates silently; every change of state is therefore a compare-and-swap (transition.ts).
function postgresStore(url: string, limits: PostgresLimits): Store {
  const { db, read, withoutLimits, connections } = openPostgres<Database>(url, limits)
  readDirectly(db, ({ sql: text, parameters }) => read(text, parameters))
  const store = storeOf(db, db, 'postgres')
  async function unhurried<T>(run: (db: Kysely<Database>) => Promise<T>): Promise<T> {
    const connection = withoutLimits()
    try {
      return await run(connection)
    } finally {
      await connection.destroy()
    }
  }
  return {
    ...store,
    connections,
    write: (fn) => withRetries(() => store.write(fn)),
    writeUnhurried: (fn) => unhurried((connection) => connection.transaction().execute(fn)),
    snapshot: (look) => unhurried((connection) => postgresSnapshot(connection, look)),
  }
}

const ATTEMPTS = 5
/** PostgreSQL's codes for a deadlock it resolved and for a failed serialisation: nothing of the transaction was written. */
const RETRY_CODES = ['40P01', '40001']

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (attempt >= ATTEMPTS || !RETRY_CODES.some((it) => it === code)) throw error
    }
  }
}
