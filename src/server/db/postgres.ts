/**
 * PostgreSQL for Kysely over a pool of connections that may break at any moment, with a limit for everything that is
 * waited for. Kysely's own driver has no limits, and hides the first error of a transaction behind that of its
 * rollback.
 */
import { Socket } from 'node:net'
import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { driverCode, StoreUnavailable, unansweredCommit } from './store-unavailable.ts'
import { tracedQuery } from '../traces/traces.ts'

/** What a deployer sets (docs/deploying.md, "Database"). */
export interface PostgresLimits {
  /** Connections of this process. */
  connections: number
  /** The longest statement, ms. The server cancels it; the limits below follow from it. */
  statementMs: number
}

export const POSTGRES_LIMITS: PostgresLimits = { connections: 10, statementMs: 15_000 }

/**
 * For a connection: to be made, or to become free, ms. Both together, so that a call waits this and one statement at
 * most before it is answered.
 */
const CONNECT_MS = 10_000
/**
 * The longest wait for a lock, as a part of the longest statement: whoever waits learns that it was a lock, and the
 * statement after it has time left.
 */
const LOCK_PART = 2 / 3
/**
 * A transaction of ours in which nothing happens, as a part of the longest statement: our process was stopped or its
 * machine is gone, and others wait for what it locked.
 */
const IDLE_PART = 2
/**
 * The server cancels a statement that takes too long. One that says nothing even then hangs, or the network swallows
 * what it says: we close the connection ourselves after this, ms more.
 */
const SILENCE_MS = 5_000
/** Connections are renewed, s: after a switch to another server whose address is the same, none stays with the old one. */
const LIFETIME_S = 1_800

/**
 * SQLSTATE of what is no fault of a statement: connection, resources, locks, cancelled, shut down, disk. `25006`: this
 * server has become a replica.
 */
const PASSING = /^(08|53|57|58)|^(25006|25P03|25P04|55P03)$/

/** What the pool and its connections throw beside the server's answers, unless it is a mistake in our own values. */
const isMistake = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

function faultOf(error: unknown): unknown {
  if (isMistake(error) || error instanceof StoreUnavailable) return error
  if (error instanceof pg.DatabaseError && !PASSING.test(error.code ?? '')) return error
  return new StoreUnavailable(driverCode(error), { cause: error })
}

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

class Connection implements DatabaseConnection {
  readonly client: pg.PoolClient
  /** Not used again. */
  broken = false
  constructor(client: pg.PoolClient) {
    this.client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await tracedQuery(sql, () => this.client.query(sql, [...parameters]))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Kysely derives the type of the rows from the query
      return { rows: rows as R[], ...(CHANGES.has(command) ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
    } catch (error) {
      const fault = faultOf(error)
      this.broken ||= fault instanceof StoreUnavailable
      // The driver's stack ends at its socket: this one names who asked.
      if (fault instanceof Error) Error.captureStackTrace(fault)
      throw fault
    }
  }

  /** All rows at once: nothing here reads so many that they would not fit. */
  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }
}

class PooledDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #begin: string
  constructor(pool: pg.Pool, begin: string) {
    this.#pool = pool
    this.#begin = begin
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    try {
      return new Connection(await this.#pool.connect())
    } catch (error) {
      // Also a refused password or an unknown database: whoever calls can do nothing about them either.
      throw new StoreUnavailable(driverCode(error), { cause: error })
    }
  }

  async beginTransaction(connection: Connection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }

  async commitTransaction(connection: Connection): Promise<void> {
    const { command } = await tracedQuery('commit', () => connection.client.query('commit')).catch((error: unknown) => {
      connection.broken = true
      throw unansweredCommit(faultOf(error))
    })
    // A transaction that a failed statement has ended is rolled back instead, which is no error to PostgreSQL.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement in it had failed')
  }

  /** Never fails: a connection that cannot roll back is closed, which does the same, and the first error is kept. */
  async rollbackTransaction(connection: Connection): Promise<void> {
    if (connection.broken) return
    await connection.executeQuery(CompiledQuery.raw('rollback')).catch(() => {
      connection.broken = true
    })
  }

  async releaseConnection({ client, broken }: Connection): Promise<void> {
    client.release(broken)
  }

  async destroy(): Promise<void> {
    await this.#pool.end()
  }
}

/** Fails when nothing was sent or received for `ms`. */
function socketWithLimit(ms: number): Socket {
  const socket = new Socket()
  socket.setTimeout(ms, () =>
    socket.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })),
  )
  return socket
}

function openPool(url: string, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    maxLifetimeSeconds: LIFETIME_S,
    keepAlive: true,
    ...config,
  })
  // An error without a listener would end this process. The pool listens to idle connections only: one that is in use
  // may break between two statements. Whoever uses it learns of it at the next statement.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/**
 * Limits belong to each transaction (`set local`, sent along with `begin`): a pooler like PgBouncer hands a connection
 * to somebody else after each transaction, and refuses limits as options of the connection.
 */
function beginWithin(statementMs: number): string {
  const limits = {
    statement_timeout: statementMs,
    lock_timeout: statementMs * LOCK_PART,
    idle_in_transaction_session_timeout: statementMs * IDLE_PART,
  }
  return ['begin', ...Object.entries(limits).map(([name, ms]) => `set local ${name} = ${Math.round(ms)}`)].join('; ')
}

const kyselyOver = <DB>(pool: pg.Pool, begin: string): Kysely<DB> =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PooledDriver(pool, begin),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

export interface OpenPostgres<DB> {
  db: Kysely<DB>
  /** A read outside any transaction. Statements are not named: a prepared one fails once the tables were migrated. */
  read: (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>
  /** A connection of its own without a limit for statements and locks; to be destroyed. */
  withoutLimits: () => Kysely<DB>
  connections: () => Record<'used' | 'idle' | 'waiting' | 'limit', number>
}

/** Opens a pool; the first connection is made when something asks. Failures are `StoreUnavailable`. */
export function openPostgres<DB>(url: string, { connections, statementMs }: PostgresLimits): OpenPostgres<DB> {
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const silence = statementMs + SILENCE_MS
  const pool = openPool(url, {
    max: connections,
    // Closed before the limit of silence would close it.
    idleTimeoutMillis: silence / 2,
    stream: () => socketWithLimit(silence),
  })
  return {
    db: kyselyOver(pool, beginWithin(statementMs)),
    read: async (text, parameters) => {
      try {
        return (await tracedQuery(text, () => pool.query({ text, values: [...parameters] }))).rows
      } catch (error) {
        throw faultOf(error)
      }
    },
    withoutLimits: () => kyselyOver(openPool(url, { max: 1 }), beginWithin(0)),
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      limit: connections,
    }),
  }
}
