/** A PostgreSQL server for one test run, in its own folder, on a socket in it. It ends with the run, however that ends. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isRoot } from '../tools/apt.ts'
import { versionOf } from './postgres-binaries.ts'

export interface PostgresServer {
  /** Folder of the socket. */
  socket: string
  /** Folder of its data. */
  data: string
  stop: () => Promise<void>
  /** Starts it again once the process before has ended, and waits until it answers. */
  startAgain: () => Promise<void>
}

export const USER = 'youfang'
const START_MS = 60_000

/** Address of a database on the server of this socket. */
export const urlOf = (socket: string, database: string): string =>
  `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(socket)}`

/** Runs one statement in the database `postgres`. */
export async function administer(socket: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(socket, 'postgres') })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

// Sort order of a server configured for English: code that relies on byte order fails here.
const COLLATION = ['--locale=C', '--locale-provider=icu', '--icu-locale=en-US']
/** From this version on, initdb accepts ICU's collations. */
const ICU_VERSION = 15

// Nothing in this database outlives the run, so no write waits for the disk.
const SETTINGS = [
  'listen_addresses=',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_connections=400',
  'autovacuum=off',
  'log_min_messages=fatal',
]

/**
 * The shell waits for the end of its input, which only this process holds open: it comes even when this process is
 * killed. Then the shell ends the server and deletes its folder. A line of input starts a server that has ended again.
 */
const KEEPER =
  '"$@" >/dev/null & server=$!; while read -r _; do wait $server; "$@" >/dev/null & server=$!; done; kill -QUIT $server; wait $server; rm -rf "$ROOT"'

/**
 * Starts a server with the programs in `bin`; `settings` take precedence over those of this file. `primary`: the new
 * server is a standby that follows it. Throws with its output when it does not start.
 */
export async function startPostgres(
  bin: string,
  settings: readonly string[] = [],
  primary?: PostgresServer,
): Promise<PostgresServer> {
  const root = mkdtempSync(join(tmpdir(), 'youfang-pg-'))
  const who = unprivileged()
  if (who) chownSync(root, who.uid, who.gid)
  const data = join(root, 'data')
  const collation = Number(/\d+/.exec(versionOf(bin))?.[0]) >= ICU_VERSION ? COLLATION : ['--locale=C']
  // Where all its programs are: the path may hold links to those that everybody needs.
  const programs = dirname(realpathSync(join(bin, 'postgres')))
  const [program, args] = primary
    ? ['pg_basebackup', ['-D', data, '-h', primary.socket, '-U', USER, '-R', '-N', '-c', 'fast']]
    : ['initdb', ['-D', data, '-A', 'trust', '-U', USER, '-N', '-E', 'UTF8', ...collation]]
  execFileSync(join(programs, program), args, { ...who, cwd: root, stdio: ['ignore', 'ignore', 'pipe'] })
  const server = [
    join(bin, 'postgres'),
    '-D',
    data,
    ...[...SETTINGS, `unix_socket_directories=${root}`, ...settings].flatMap((it) => ['-c', it]),
  ]
  // A separate process group: Ctrl+C ends this process, and the end of this process ends the server.
  const keeper = spawn('sh', ['-c', KEEPER, 'sh', ...server], {
    ...who,
    cwd: root,
    env: { ...process.env, ROOT: root },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  keeper.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-4000)
  })
  const stop = async (): Promise<void> => {
    keeper.stdin.end()
    await ended(keeper)
  }
  const answers = async (): Promise<void> => {
    const end = Date.now() + START_MS
    while (
      !(await administer(root, 'select 1').then(
        () => true,
        () => false,
      ))
    ) {
      if (Date.now() > end) {
        await stop()
        throw new Error(`PostgreSQL did not start within ${START_MS / 1000} s\n${said}`)
      }
      await pause(50)
    }
  }
  await answers()
  const startAgain = async (): Promise<void> => {
    keeper.stdin.write('again\n')
    await answers()
  }
  return { socket: root, data, stop, startAgain }
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', () => done()) : done(),
  )

/** The server, and PgBouncer, refuse to run as root: then they run as Debian's own user, or as nobody. */
export function unprivileged(): { uid: number; gid: number } | undefined {
  if (!isRoot()) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const [, , uid, gid] = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody') ?? []
  if (!uid || !gid)
    throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody')
  return { uid: Number(uid), gid: Number(gid) }
}
