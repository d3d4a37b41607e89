/** A filled installation on SQLite and a folder, with its server, and where it is moved to: for tests of `store move`. */
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createOrder } from '../../src/features/orders/contract.ts'
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { readConfig } from '../../src/server/config.ts'
import { openStore, type Store } from '../../src/server/db/database.ts'
import type { S3Settings } from '../../src/server/files/s3-settings.ts'
import { runHostCommand } from '../../src/server/operator/run-command.ts'
import { hostCommands } from '../../src/server/operator/server-commands.ts'
import { oldRows } from '../api/old-server.ts'
import { TRIP } from '../api/orders-fixtures.ts'
import { startServer, type TestServer } from '../api/start-server.ts'
import { sandboxEnv } from '../runner/env.ts'
import { makeBaseline } from './baseline-store.ts'
import { loadRows } from './stored-rows.ts'

/** Of the servers, which stands still. */
export const CLOCK = (): number => oldRows.now + 120_000
const realNow = (): number => performance.timeOrigin + performance.now()

let made: string | undefined

/** A folder with the store of the fixture, brought to head; those of its files whose bytes there are. */
async function filledFolder(): Promise<string> {
  if (made !== undefined) return made
  const folder = mkdtempSync(join(tmpdir(), 'youfang-moved-'))
  const store = openStore({ dataDir: folder })
  await makeBaseline(store)
  await loadRows(store, folder, oldRows)
  await store.close()
  const server = await startServer({ dataDir: folder, store: openStore({ dataDir: folder }), clock: CLOCK })
  const present = readdirSync(join(folder, 'files'))
  await server.deps.write((trx) => trx.deleteFrom('files').where('id', 'not in', present).execute())
  await server.close()
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return (made = folder)
}

export class MovingStore {
  readonly root = mkdtempSync(join(tmpdir(), 'youfang-move-'))
  readonly dataDir = join(this.root, 'old')
  /** Settings of the command: those of the new server, and the folder of the old one. */
  readonly env: Record<string, string>
  said: string[] = []
  readonly #ends: (() => Promise<unknown>)[] = []
  readonly #url: string

  private constructor(url: string, s3: S3Settings | undefined) {
    this.#url = url
    this.env = {
      DATA_DIR: this.dataDir,
      DATABASE_URL: url,
      ...(s3 && {
        S3_BUCKET: s3.bucket,
        S3_ENDPOINT: s3.endpoint ?? '',
        S3_ACCESS_KEY_ID: s3.keyId,
        S3_SECRET_ACCESS_KEY: s3.secret,
        S3_PATH_STYLE: '1',
      }),
      SANDBOX_CLOCK_OFFSET: String(Math.round(CLOCK() - Date.now())),
    }
  }

  /** Without `s3` files stay where they are. */
  static async make(url: string, s3?: S3Settings): Promise<MovingStore> {
    const moving = new MovingStore(url, s3)
    cpSync(await filledFolder(), moving.dataDir, { recursive: true })
    return moving
  }

  async #start(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
    const server = await startServer({ clock: CLOCK, ...options })
    this.#ends.push(() => server.close())
    return server
  }

  startOld(): Promise<TestServer> {
    const { dataDir } = this
    return this.#start({ dataDir, store: openStore({ dataDir }) })
  }

  /** A server with the settings of the command, on another machine. */
  startNew(): Promise<TestServer> {
    const dataDir = join(this.root, 'new')
    cpSync(join(this.dataDir, 'secret'), join(dataDir, 'secret'), { recursive: true })
    const store = openStore({ databaseUrl: this.#url, dataDir })
    return this.#start({ dataDir, store, env: { ...this.env, DATA_DIR: dataDir, SANDBOX_CLOCK_OFFSET: '0' } })
  }

  /** A command of the host, as it is typed. */
  async run(...words: string[]): Promise<{ code: number | undefined; said: string }> {
    this.said = []
    const say = (line: string) => void this.said.push(line)
    const host = () => ({ config: readConfig(this.env), tables: ALL_TABLES })
    const code = await runHostCommand(['store', ...words], hostCommands, host, { print: say, fail: say })
    return { code, said: this.said.join('\n') }
  }

  /** `store move` in a process that kills itself when it prints such a line. Returns the signal that it ended by. */
  runKilledAt(line: string): Promise<string | null> {
    const ahead = String(Math.round(Date.now() - realNow()))
    const env = { ...sandboxEnv(), ...this.env, KILL_AT: line, AHEAD_MS: ahead }
    const child = spawn(process.execPath, ['tests/faults/store-move-child.ts'], { env, stdio: 'inherit' })
    return new Promise((done) => child.once('close', (_code, signal) => done(signal)))
  }

  async #in<T>(store: Store, look: (store: Store) => Promise<T>): Promise<T> {
    try {
      return await look(store)
    } finally {
      await store.close()
    }
  }
  inOld<T>(look: (store: Store) => Promise<T>): Promise<T> {
    return this.#in(openStore({ dataDir: this.dataDir }), look)
  }
  inNew<T>(look: (store: Store) => Promise<T>): Promise<T> {
    return this.#in(openStore({ databaseUrl: this.#url, dataDir: this.dataDir }), look)
  }

  async close(): Promise<void> {
    for (const end of this.#ends.splice(0).reverse()) await end()
    rmSync(this.root, { recursive: true, force: true })
  }
}

/** How many rows each table has. */
export async function countRows({ db }: Store): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of ALL_TABLES) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`.execute(db)
    counts[name] = rows[0]?.count ?? 0
  }
  return counts
}

export const countTables = async ({ db }: Store): Promise<number> => (await db.introspection.getTables()).length

/** A write, with a key of at least eight characters. */
export const buy = (server: TestServer, key: string) => server.client().request(createOrder, { trip: TRIP, key })
