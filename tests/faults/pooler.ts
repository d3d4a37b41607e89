/** PgBouncer (Debian's) in transaction mode before a PostgreSQL server of the tests. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { unprivileged, urlOf, USER } from '../stores/postgres-server.ts'
import { aptInstall } from '../tools/apt.ts'
import { DATABASE, type FailingPostgres } from './failing-postgres.ts'
import { pause } from './killable-process.ts'

/** Debian's place for it, which is not on everybody's path. */
const PROGRAM = '/usr/sbin/pgbouncer'

/**
 * Its settings as installed, besides its mode, its addresses, and how soon it tries again to reach a server that was
 * away: by default after 15 s.
 */
const settings = (folder: string, server: string): string => `[databases]
* = host=${server}
[pgbouncer]
pool_mode = transaction
server_login_retry = 1
listen_port = 5432
unix_socket_dir = ${folder}
auth_type = trust
auth_file = ${join(folder, 'users')}
admin_users = ${USER}
`

export class Pooler {
  readonly #folder: string
  readonly url: string
  #child: ChildProcess | undefined
  private constructor(folder: string) {
    this.#folder = folder
    this.url = urlOf(folder, DATABASE)
  }

  static async start(server: FailingPostgres): Promise<Pooler> {
    if (spawnSync(PROGRAM, ['--version']).error && !aptInstall(['pgbouncer']))
      throw new Error('No PgBouncer: install it (apt-get install pgbouncer)')
    const folder = mkdtempSync(join(tmpdir(), 'youfang-pooler-'))
    const who = unprivileged()
    if (who) chownSync(folder, who.uid, who.gid)
    writeFileSync(join(folder, 'users'), `"${USER}" ""\n`)
    const pooler = new Pooler(folder)
    pooler.#lead(server)
    await pooler.startAgain()
    return pooler
  }

  #lead(server: FailingPostgres): void {
    writeFileSync(join(this.#folder, 'settings.ini'), settings(this.#folder, server.socket))
  }

  async startAgain(): Promise<void> {
    this.#child = spawn(PROGRAM, ['-q', join(this.#folder, 'settings.ini')], { ...unprivileged(), stdio: 'ignore' })
    while (!(await this.#answers())) await pause(50)
  }

  #answers(): Promise<boolean> {
    return this.tell('show version').then(
      () => true,
      () => false,
    )
  }

  /** `SIGTERM` closes every connection at once, `SIGINT` after its transaction; `SIGKILL` is a crash. */
  async end(signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }

  /** It takes connections and statements, and answers none. */
  freeze(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  /** A command of its console. */
  async tell(command: string): Promise<void> {
    const console = new pg.Client({ connectionString: urlOf(this.#folder, 'pgbouncer') })
    console.on('error', () => undefined)
    await console.connect()
    try {
      await console.query(command)
    } finally {
      await console.end().catch(() => undefined)
    }
  }

  /** What connects from now on gets another server. */
  async leadTo(server: FailingPostgres): Promise<void> {
    this.#lead(server)
    await this.tell('reload')
  }

  async stop(): Promise<void> {
    this.resume()
    await this.end('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
