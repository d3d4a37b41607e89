/** Stores of tests besides SQLite: `TEST_STORE=pglite` or `TEST_STORE=postgres` runs any API test over PostgreSQL. */
import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openStore, type Store } from '../../src/server/db/database.ts'
import { memoryPostgres } from '../../src/server/db/dialects.testing.ts'

let databases = 0

/** A database of its own on a PostgreSQL server, dropped when it is closed. Its address opens further pools over it. */
export async function freshDatabase(server: string): Promise<{ url: string; store: Store }> {
  const name = `youfang_test_${process.pid}_${Date.now()}_${++databases}`
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const store = openStore({ databaseUrl: url, dataDir: '' })
  return { url, store: { ...store, close: () => store.close().then(() => run(`drop database ${name}`)) } }
}

/**
 * A PostgreSQL server for tests: that of `DATABASE_URL_TEST`, or one of our own from the binaries of this machine.
 * `undefined` where there is neither.
 */
export async function postgresServer(): Promise<{ url: string; stop: () => void } | undefined> {
  const given = process.env['DATABASE_URL_TEST']
  if (given) return { url: given, stop: () => undefined }
  const bin = binaries()
  if (!bin) return undefined
  const root = mkdtempSync(join(tmpdir(), 'youfang-pg-'))
  // The server refuses to run as root.
  const who = process.getuid?.() === 0 ? idsOf('postgres') ?? idsOf('nobody') : {}
  if (!who) return undefined
  if (who.uid !== undefined) chownSync(root, who.uid, who.gid ?? who.uid)
  const run = (name: string, args: string[]): void => void execFileSync(join(bin, name), args, { ...who, cwd: root, stdio: 'ignore' })
  const data = join(root, 'data')
  run('initdb', ['-D', data, '-A', 'trust', '-U', 'youfang', '-N', '-E', 'UTF8', '--locale=C'])
  const port = await freePort()
  run('pg_ctl', ['-D', data, '-w', '-l', join(root, 'log'), '-o', `-p ${port} -c listen_addresses=127.0.0.1 -c fsync=off -k ${root}`, 'start'])
  return {
    url: `postgres://youfang@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop'])
      rmSync(root, { recursive: true, force: true })
    },
  }
}

function binaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  const newest = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a))[0] : undefined
  const bin = newest && join(root, newest, 'bin')
  return bin && existsSync(join(bin, 'initdb')) ? bin : undefined
}

function idsOf(user: string): { uid?: number; gid?: number } | undefined {
  const [, , uid, gid] = readFileSync('/etc/passwd', 'utf8').split('\n').find((line) => line.startsWith(`${user}:`))?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** What `TEST_STORE` asks for; `undefined` for SQLite. `postgres` needs `DATABASE_URL_TEST`. */
export async function wantedStore(): Promise<Store | undefined> {
  const { TEST_STORE: wanted, DATABASE_URL_TEST: server } = process.env
  if (wanted === 'pglite') return memoryPostgres()
  if (wanted !== 'postgres') return undefined
  if (!server) throw new Error('TEST_STORE=postgres needs DATABASE_URL_TEST')
  return (await freshDatabase(server)).store
}
