/** Opens the store that the configuration names, and provides the only way to write to it. */
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { Database } from '../database-tables.ts'
import { readDirectly } from './direct-read.ts'
import { openSqlite } from './sqlite.ts'

export type Trx = Transaction<Database>
/** Runs `fn` in one write transaction: all of it or nothing. No network call belongs inside. */
export type Write = <T>(fn: (trx: Trx) => Promise<T>) => Promise<T>

export interface Store {
  /** Reads. On SQLite it cannot write. */
  db: Kysely<Database>
  write: Write
  dialect: 'sqlite' | 'postgres'
  /** Fails when the store does not accept writes. */
  probe: () => Promise<void>
  close: () => Promise<void>
}

/** PostgreSQL when a URL is given, otherwise one SQLite file in the data directory. */
export function openStore(config: { databaseUrl?: string | undefined; dataDir: string }): Store {
  if (config.databaseUrl) return postgresStore(config.databaseUrl)
  const { reader, writer } = openSqlite<Database>(join(config.dataDir, 'youfang.db'))
  return storeOf(reader, writer, 'sqlite')
}

/** Composes a store from Kysely instances; tests hand in their own dialect here. */
export function storeOf(db: Kysely<Database>, writer: Kysely<Database>, dialect: Store['dialect']): Store {
  const write: Write = (fn) => writer.transaction().execute(fn)
  return {
    db,
    write,
    dialect,
    probe: () =>
      write(async (trx) => {
        await sql`create temporary table if not exists probe (at bigint)`.execute(trx)
        await sql`insert into probe values (1)`.execute(trx)
        await sql`delete from probe`.execute(trx)
      }),
    close: async () => {
      await writer.destroy()
      if (db !== writer) await db.destroy()
    },
  }
}

// READ COMMITTED loses updates silently; every change of state is therefore a compare-and-swap (transition.ts).
function postgresStore(url: string): Store {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  // A connection that breaks while idle (a restart of the server) is replaced; an error without a listener would end
  // this process.
  pool.on('error', () => undefined)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  // Statements are not named: a prepared one fails once another process has migrated its tables.
  readDirectly(db, async ({ sql: text, parameters }) => (await pool.query({ text, values: [...parameters] })).rows)
  const store = storeOf(db, db, 'postgres')
  return { ...store, write: (fn) => withRetries(() => store.write(fn)) }
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
