/** A PostgreSQL server of a test's own that fails in every way a real one does, and comes back. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { administer, startPostgres, urlOf, type PostgresServer } from '../stores/postgres-server.ts'

export const DATABASE = 'away'
const SETTINGS = ['synchronous_commit=on', 'log_min_messages=panic', 'wal_level=replica', 'max_wal_senders=4']

export class FailingPostgres {
  readonly #server: PostgresServer
  readonly url: string
  /** Folder of its data. */
  readonly data: string
  private constructor(server: PostgresServer) {
    this.#server = server
    this.data = server.data
    this.url = urlOf(server.socket, DATABASE)
  }

  /** What it acknowledges survives a kill: it waits for its log, unlike the server of the other tests. */
  static async start(bin: string, settings: readonly string[] = []): Promise<FailingPostgres> {
    const server = await startPostgres(bin, [...SETTINGS, ...settings])
    await administer(server.socket, `create database ${DATABASE}`)
    return new FailingPostgres(server)
  }

  /** A standby without which this server acknowledges nothing any more. */
  async withStandby(bin: string): Promise<FailingPostgres> {
    const standby = new FailingPostgres(await startPostgres(bin, SETTINGS, this.#server))
    await administer(this.socket, "alter system set synchronous_standby_names = '*'")
    await administer(this.socket, 'select pg_reload_conf()')
    return standby
  }

  /** The standby becomes the server that takes writes. */
  promote(): Promise<void> {
    return administer(this.socket, 'select pg_promote()')
  }

  /** Folder of the socket. */
  get socket(): string {
    return this.#server.socket
  }

  /** Runs one statement in the database `postgres`. */
  administer(statement: string): Promise<void> {
    return administer(this.socket, statement)
  }

  /** Runs one statement in the database that fails. */
  async run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }

  /** Address of another of its databases. */
  urlOf(database: string): string {
    return urlOf(this.socket, database)
  }

  /** The first process; a restart has another. */
  #first(): number {
    return Number(readFileSync(join(this.#server.data, 'postmaster.pid'), 'utf8').split('\n')[0])
  }

  #all(): number[] {
    const first = this.#first()
    const children = execFileSync('pgrep', ['-P', String(first)], { encoding: 'utf8' })
    return [first, ...children.split('\n').filter(Boolean).map(Number)]
  }

  /** Ends: `SIGINT` closes every connection and stops, as a restart does; `SIGKILL` is a crash of all its processes. */
  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const all = this.#all()
    for (const pid of signal === 'SIGKILL' ? all : all.slice(0, 1)) if (isAlive(pid)) process.kill(pid, signal)
    await expect.poll(() => all.some(isAlive)).toBe(false)
  }

  /** Kills one connection's process: the server closes all the others and recovers by itself. */
  killBackend(): void {
    const [backend] = execFileSync('pgrep', ['-P', String(this.#first()), '-f', `youfang ${DATABASE}`], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter(Boolean)
      .map(Number)
    if (backend === undefined) throw new Error('nobody is connected')
    process.kill(backend, 'SIGKILL')
  }

  startAgain(): Promise<void> {
    return this.#server.startAgain()
  }

  #frozen: number[] = []
  /** Hangs: it takes connections and statements, and answers none. */
  freeze(): void {
    this.#frozen = this.#all()
    for (const pid of this.#frozen) process.kill(pid, 'SIGSTOP')
  }

  resume(): void {
    for (const pid of this.#frozen) if (isAlive(pid)) process.kill(pid, 'SIGCONT')
    this.#frozen = []
  }

  async stop(): Promise<void> {
    this.resume()
    await this.#server.stop()
  }
}

/** A process that has ended and was not waited for yet counts as ended. */
function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
