/** A server and a worker as processes of their own, over one kind of database and one kind of store of files. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { S3Settings } from '../../src/server/files/s3-settings.ts'
import { LEASE } from '../../src/server/jobs/job-rows.ts'
import { startMailServer, type MailServer } from '../api/mail-server.ts'
import { sandboxEnv } from '../runner/env.ts'
import { readTables, type Rows, type Witness } from './aftermath.ts'
import { Journal } from './journal.ts'
import { freePort, KillableProcess, pause } from './killable-process.ts'

const s3Env = ({ bucket, endpoint = '', region, keyId, secret }: S3Settings): Record<string, string> => ({
  S3_BUCKET: bucket,
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: keyId,
  S3_SECRET_ACCESS_KEY: secret,
  S3_PATH_STYLE: '1',
})

export interface Places {
  /** Address of an empty database; SQLite without. */
  postgres?: string | undefined
  /** A bucket; a folder without. */
  s3?: S3Settings | undefined
  /** A mail server of the caller's; one of its own without. */
  mail?: MailServer
  /** Further settings. */
  env?: Record<string, string>
  /** An existing folder in which everything lies. */
  under?: string
}

/** What a killed process held is free again after this, ms. */
const LATER = LEASE + 5_000

export class Cell {
  readonly folder: string
  readonly dataDir: string
  readonly journal: Journal
  readonly url: string
  readonly mail: MailServer
  readonly #places: Places
  readonly #env: Record<string, string>
  readonly server: KillableProcess
  readonly worker: KillableProcess
  /** Ports of the metrics of the server and of the worker. */
  readonly metrics: readonly number[]
  #ahead = 0
  kills = 0

  private constructor(places: Places, mail: MailServer, [port, workerPort, ...metrics]: readonly number[]) {
    this.#places = places
    this.folder = mkdtempSync(join(places.under ?? tmpdir(), 'youfang-kills-'))
    this.dataDir = join(this.folder, 'data')
    this.journal = new Journal(join(this.folder, 'journal.jsonl'))
    this.mail = mail
    this.url = `http://127.0.0.1:${port}`
    this.metrics = metrics
    this.#env = {
      DATA_DIR: this.dataDir,
      PUBLIC_SITE_URL: this.url,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'hello@example.com',
      ...(places.postgres === undefined ? {} : { DATABASE_URL: places.postgres }),
      ...(places.s3 === undefined ? {} : s3Env(places.s3)),
      ...places.env,
    }
    const [of, ofWorker] = metrics.map(String) as [string, string]
    const settings = { ...this.#env, METRICS_PORT: of, NO_WORKER: '1' }
    this.server = new KillableProcess(port ?? 0, this.dataDir, settings)
    this.worker = new KillableProcess(workerPort ?? 0, this.dataDir, { ...this.#env, METRICS_PORT: ofWorker })
  }

  static async start(places: Places): Promise<Cell> {
    const ports = [await freePort(), await freePort(), await freePort(), await freePort()]
    const cell = new Cell(places, places.mail ?? (await startMailServer()), ports)
    await cell.#startBoth()
    return cell
  }

  /** The first makes the secret and the tables, so the other follows. */
  async #startBoth(): Promise<void> {
    await this.server.start()
    await this.worker.start()
  }

  /** Kills one of them, or both at once; then the clock of both moves, so that the leases of the dead are over. */
  async kill(which: 'server' | 'worker' | 'both'): Promise<void> {
    if (which !== 'both') {
      this.kills++
      await this[which].again(0)
      return
    }
    this.kills += 2
    await Promise.all([this.server.end('SIGKILL'), this.worker.end('SIGKILL')])
    this.#moveClocks(LATER)
    await this.#startBoth()
  }

  #moveClocks(ms: number): void {
    this.#ahead += ms
    this.server.moveClock(ms)
    this.worker.moveClock(ms)
  }

  /** Both end as asked and start again so much later, ms. */
  async goOnLater(ms: number): Promise<void> {
    await Promise.all([this.server.end('SIGTERM'), this.worker.end('SIGTERM')])
    this.#moveClocks(ms)
    await this.#startBoth()
  }

  /** The processes' clock, ms. */
  now = (): number => Date.now() + this.#ahead

  /** Waits until nothing is due any more and no file waits to be checked, as the database says. */
  async settle(): Promise<void> {
    const { rows, close } = await this.tables()
    try {
      for (let i = 1; ; i++) {
        const open = await this.#open(rows)
        if (open.length === 0) return
        await pause(500)
        // What was taken by a process that is dead, and what is tried again, is due by then. Work under way gets its time.
        if (i % 120 === 0) await this.goOnLater(LATER)
      }
    } finally {
      await close()
    }
  }

  /** Kinds of the jobs that are due within a few minutes, and files that wait. */
  async #open(rows: Rows): Promise<string[]> {
    const soon = this.now() + 60_000
    const due = (await rows('jobs')).filter(
      (it) => it['done_at'] === null && it['failed_at'] === null && Number(it['run_at']) <= soon,
    )
    // A job that comes again and again is due at any moment.
    const once = due.filter((it) => Number(it['run_at']) <= this.now() - 1000 || String(it['payload']) !== '{}')
    const open = (await rows('payments')).filter((it) => ['created', 'started'].includes(String(it['status'])))
    return [
      ...once.map((it) => String(it['kind'])),
      ...open.map(() => 'payment'),
      ...(await rows('incoming')).map(() => 'file'),
    ]
  }

  tables(): ReturnType<typeof readTables> {
    const { postgres } = this.#places
    return readTables(postgres === undefined ? { sqlite: join(this.dataDir, 'youfang.db') } : { postgres })
  }

  /** An operator's command as a process, with the settings of the server. */
  operator = (...words: string[]): Promise<{ code: number; text: string }> =>
    new Promise((resolve, reject) => {
      const env = { ...sandboxEnv(), ...this.#env, SANDBOX_CLOCK_OFFSET: String(this.#ahead) }
      const child = spawn(process.execPath, ['src/programs/operator/main.ts', ...words], { env })
      let text = ''
      for (const out of [child.stdout, child.stderr]) out.on('data', (chunk: Buffer) => (text += chunk.toString()))
      child.on('error', reject)
      child.on('close', (code) => resolve({ code: code ?? -1, text }))
    })

  /** What the checker looks at. */
  async witness(): Promise<Witness & { close: () => Promise<void> }> {
    const { rows, close } = await this.tables()
    const texts = await Promise.all(
      this.metrics
        .filter((_, i) => !(i === 0 ? this.server : this.worker).ended)
        .map(async (port) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()),
    )
    const mails = this.mail.mails.map(({ headers, envelope, subject, text }) => ({
      id: headers['message-id'] ?? '',
      to: envelope.to.join(),
      subject,
      text,
    }))
    const { journal, url, operator } = this
    return { journal: journal.read(), rows, url, mails, metrics: texts.join('\n'), operator, close }
  }

  async stop(): Promise<void> {
    await Promise.all([this.server.end('SIGKILL'), this.worker.end('SIGKILL')])
    await this.mail.close()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
