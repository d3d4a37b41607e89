/**
 * SQLite for Kysely with two connections: one reads, one writes.
 * Kysely's own driver has one connection behind a lock, so that a read would wait for the longest transaction,
 * and it compiles every statement anew. Here reads never wait (WAL) and statements are cached.
 */
import { closeSync, openSync } from 'node:fs'
import Database from 'better-sqlite3'
import {
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import { readDirectly } from './direct-read.ts'
import { READ_MARK, stateOf, type StoreState } from './store-mark.ts'
import { StoreOnlyReads, StoreUnavailable, unansweredCommit } from './store-unavailable.ts'
import { tracedStatement } from '../traces/traces.ts'

const KEPT_STATEMENTS = 500

/**
 * Codes of what is no fault of a statement: another process writes for too long, the disk is full, fails or takes no
 * writes.
 */
const PASSING = /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|NOMEM|PROTOCOL|READONLY)/

/** A write that was given to the connection that only reads is a fault of its statement. */
const faultOf = (error: unknown, { readonly }: Pick<Database.Database, 'readonly'>): unknown =>
  error instanceof Database.SqliteError && PASSING.test(error.code) && !(readonly && error.code === 'SQLITE_READONLY')
    ? new StoreUnavailable(error.code, { cause: error })
    : error

class Connection implements DatabaseConnection {
  readonly database: Database.Database
  readonly #kept = new Map<string, Database.Statement>()
  readonly #mark: Database.Statement
  constructor(database: Database.Database) {
    this.database = database
    this.#mark = database.prepare(READ_MARK).pluck()
  }

  #prepare(sql: string): Database.Statement {
    const known = this.#kept.get(sql)
    if (known) return known
    if (this.#kept.size >= KEPT_STATEMENTS) this.#kept.clear()
    const fresh = this.database.prepare(hidingValues(sql))
    this.#kept.set(sql, fresh)
    return fresh
  }

  /** Whether it may be written to: `store move`. */
  get state(): StoreState {
    return stateOf(Number(this.#mark.get()))
  }

  /** Rows of a read, synchronously. */
  read(sql: string, parameters: readonly unknown[]): unknown[] {
    try {
      return tracedStatement(sql, () => this.#prepare(sql).all(parameters))
    } catch (error) {
      throw faultOf(error, this.database)
    }
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return tracedStatement(query.sql, () => this.#execute<R>(query))
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    try {
      const statement = this.#prepare(query.sql)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely derives the type of the rows from the query
      if (statement.reader) return { rows: statement.all(query.parameters) as R[] }
      const { changes, lastInsertRowid } = statement.run(query.parameters)
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
    } catch (error) {
      throw faultOf(error, this.database)
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A new statement: a cached one would be busy for as long as the caller reads.
    for (const row of this.database.prepare<unknown[], R>(query.sql).iterate(query.parameters)) yield { rows: [row] }
  }
}

/**
 * SQLite recompiles a statement at every run if its plan depends on a bound value, which takes four times as long as a
 * short read. A bare `?` makes the plan depend on the value; `+?`, which means the same, does not.
 */
const hidingValues = (sql: string): string => sql.replace(/'[^']*'|"[^"]*"|\?/g, (part) => (part === '?' ? '+?' : part))

class OneConnection extends SqliteDriver implements Driver {
  readonly #connection: Connection
  constructor(connection: Connection) {
    super({ database: connection.database })
    this.#connection = connection
  }
  override async init(): Promise<void> {}
  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  // A deferred transaction that reads first and writes later fails immediately when another process wrote in between.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
    try {
      const { state } = this.#connection
      if (state === 'only reads' || state === 'moved') throw new StoreOnlyReads(state)
    } catch (error) {
      await this.rollbackTransaction(connection)
      throw faultOf(error, this.#connection.database)
    }
  }
  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection).catch((error: unknown) => {
      // A failed sync may have reached the disk; with a full disk or a busy file nothing was written.
      throw error instanceof StoreUnavailable && error.code.startsWith('SQLITE_IOERR') ? unansweredCommit(error) : error
    })
  }
  // SQLite itself rolls back when the disk is full or fails. Doing it again would be an error, and would hide the first.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.database.inTransaction) await super.rollbackTransaction(connection)
  }
  override async destroy(): Promise<void> {
    this.#connection.database.close()
  }
}

/** The reader needs no lock: each statement runs to its end within one turn of the event loop. */
class ReaderAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/** Tables are created inside the write transaction, which is the lock between processes that start together. */
class WriterAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

function open(file: string, readonly: boolean): Database.Database {
  // SQLite itself would make it readable by others; the files beside it get the mode of this one.
  if (!readonly) closeSync(openSync(file, 'a', 0o600))
  const database = new Database(file, { readonly, timeout: 10_000 })
  if (!readonly) database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  return database
}

function kysely<DB>(connection: Connection, adapter: () => SqliteAdapter): Kysely<DB> {
  const dialect = new SqliteDialect({ database: connection.database })
  return new Kysely<DB>({
    dialect: {
      createAdapter: adapter,
      createDriver: () => new OneConnection(connection),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => dialect.createQueryCompiler(),
    },
  })
}

/** Opens (and creates) the file. `reader` refuses to write, so every write goes through a transaction of `writer`. */
export function openSqlite<DB>(file: string): { reader: Kysely<DB>; writer: Kysely<DB> } {
  const writer = kysely<DB>(new Connection(open(file, false)), () => new WriterAdapter())
  const reading = new Connection(open(file, true))
  const reader = kysely<DB>(reading, () => new ReaderAdapter())
  readDirectly(reader, ({ sql, parameters }) => reading.read(sql, parameters))
  return { writer, reader }
}
