/**
 * Outages of everything that the server needs, one after the other: makes the table of docs/monitoring/README.md, in
 * `.cache/outages.md`. The
 * processes are real, and so are PostgreSQL, the object store and Prometheus; what lies between can be cut or slowed.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memoryStore, uniqueKey } from '../../src/app/storage/storage.ts'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { createOrder } from '../../src/features/orders/contract.ts'
import { policyDocumentFile } from '../../src/features/policies/contract.ts'
import { sendCode } from '../../src/features/session/contract.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import { openServer } from '../../src/programs/open-server.ts'
import { readConfig } from '../../src/server/config.ts'
import type { Server } from '../../src/server/create-server.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { startMailServer, type MailServer } from '../api/mail-server.ts'
import { TRIP } from '../api/orders-fixtures.ts'
import { placeOrder } from '../api/place-order.ts'
import type { FakeProvider } from '../api/sms/fake-server.ts'
import { startFakes } from '../api/sms/sms-server.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { USER } from '../stores/postgres-server.ts'
import { startSwift, type Swift } from '../stores/swift.ts'
import { isRoot } from '../tools/apt.ts'
import { DATABASE, FailingPostgres } from './failing-postgres.ts'
import { Cell } from './kill-cell.ts'
import { Caller } from './kill-callers.ts'
import { pause } from './killable-process.ts'
import { fillDisk, gatewayHeld } from './outage-causes.ts'
import { Line } from './line.ts'
import { measured, seenBy, Watch, type Outage, type Seen } from './outage-rows.ts'

const bin = ensurePostgres()
const folder = mkdtempSync(join(tmpdir(), 'youfang-outages-'))
const small = join(folder, 'small')
const HEAD = ['outage', 'a caller sees', '`/status.json`', 'a metric', 'alert', 'goes on after']
const TABLE = '.cache/outages.md'
/** Rows are kept as they come. */
const put = (row: string): void => appendFileSync(TABLE, `${row}\n`)

let postgres: FailingPostgres
let swift: Swift
let sms: FakeProvider
let mail: MailServer
let cell: Cell
/** On a small disk of its own. */
let onDisk: Cell | undefined
let books: Server
let watch: Watch
let caller: Caller
const lines: Record<'database' | 'files' | 'mail' | 'metrics', Line | undefined> = {
  database: undefined,
  files: undefined,
  mail: undefined,
  metrics: undefined,
}
const line = (name: keyof typeof lines): Line => lines[name] ?? expect.unreachable()

beforeAll(async () => {
  mkdirSync('.cache', { recursive: true })
  writeFileSync(TABLE, `| ${HEAD.join(' | ')} |\n|${' --- |'.repeat(HEAD.length)}\n`)
  postgres = await FailingPostgres.start(bin ?? '')
  swift = await startSwift('/var/tmp')
  const fakes = await startFakes(['twilio'], folder)
  sms = fakes.fakes[0] ?? expect.unreachable()
  mail = await startMailServer()
  lines.mail = await Line.to({ port: mail.port, host: '127.0.0.1' })
  lines.database = await Line.to({ path: join(postgres.socket, '.s.PGSQL.5432') })
  lines.files = await Line.to({ port: Number(new URL(swift.settings.endpoint ?? '').port), host: '127.0.0.1' })
  cell = await Cell.start({
    postgres: `postgres://${USER}@127.0.0.1:${line('database').port}/${DATABASE}`,
    s3: { ...swift.settings, endpoint: `http://127.0.0.1:${line('files').port}` },
    env: { ...fakes.env, SMTP_URL: `smtp://127.0.0.1:${line('mail').port}` },
    mail,
  })
  lines.metrics = await Line.to({ port: cell.metrics[0] ?? 0, host: '127.0.0.1' })
  if (isRoot()) {
    mkdirSync(small)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'none', small])
    onDisk = await Cell.start({ under: small, env: { MIN_FREE_MB: '1' } })
  }
  books = await openServer({
    config: readConfig({ DATA_DIR: cell.dataDir, DATABASE_URL: postgres.url, LOG_LEVEL: 'silent' }),
  })
  caller = new Caller(cell, 'caller')
  await caller.signIn()
  const order = await caller.apply()
  await caller.pay(order)
  await caller.receive(order)
  watch = await Watch.start(folder, [line('metrics').port, cell.metrics[1] ?? 0, ...(onDisk?.metrics ?? [])])
})
afterAll(async () => {
  process.stdout.write(readFileSync(TABLE, 'utf8'))
  watch.stop()
  await books.close()
  await onDisk?.stop()
  if (onDisk) execFileSync('umount', ['-l', small])
  await cell.stop()
  for (const it of Object.values(lines)) await it?.close()
  await sms.close()
  swift.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

let made = 0
/** An application that is begun. */
const begins = (url = cell.url): Promise<Seen> => {
  const start = addDays(dayOf(Date.now()), 30)
  const trip = { ...TRIP, start, end: addDays(start, 364) }
  return seenBy(url, memoryStore(), createOrder, { trip, key: `outage-order-${made++}` })
}
/** The certificate of a policy. */
const reads = (): Promise<Seen> =>
  seenBy(cell.url, caller.store, policyDocumentFile, {
    id: caller.policies[0] ?? '',
    kind: 'certificate',
    language: 'cn',
  })
/** A payment that is begun. */
async function pays(): Promise<Seen> {
  const store = memoryStore()
  const order = await placeOrder(books.deps, holderOf({ unique: uniqueKey(store) }) ?? '', ++made)
  return seenBy(cell.url, store, payCreate, { order, method: 'wechat', key: `${order}-attempt` })
}
/** A login code that is asked for, and comes within some seconds. */
async function getsCode(destination: string, came: () => boolean): Promise<Seen> {
  const asked = await seenBy(cell.url, memoryStore(), sendCode, { destination })
  if (!asked.good) return asked
  for (let i = 0; i < 100 && !came(); i++) await pause(100)
  return came() ? asked : { good: false, words: '`session/sendCode` is answered as ever, and no code comes' }
}
function byMail(): Promise<Seen> {
  const address = `outage${made++}@example.com`
  return getsCode(address, () => cell.mail.mails.some(({ envelope }) => envelope.to.includes(address)))
}
function byText(): Promise<Seen> {
  const mobile = `138${String(made++).padStart(8, '0')}`
  return getsCode(mobile, () => sms.sent.some(({ to }) => to.endsWith(mobile)))
}

const gatewayFault = (left: number): Promise<void> =>
  postgres.run(`insert into gateway_faults (name, "left") values ('api', ${left})
    on conflict (name) do update set "left" = ${left}`)

/** Notifications that nobody signed. */
async function forged(): Promise<Seen> {
  const reply = await fetch(`${cell.url}/notify/sandbox`, { method: 'POST', body: '{}' })
  return { good: reply.status === 200, words: `\`/notify/sandbox\`: HTTP ${reply.status}` }
}

let release = async (): Promise<void> => undefined
const failing = 'youfang_outgoing_calls_total{result="failed"'
const OUTAGES: readonly Outage[] = [
  // First: where many calls were answered soon, by a refusal too, few slow ones do not show.
  {
    name: 'the database is slow: each answer takes a second more',
    begin: async () => line('database').slow(500),
    probe: begins,
    end: async () => line('database').mend(),
    alert: 'CallsSlow',
    figure: 'histogram_quantile(0.99, sum by (le) (rate(youfang_call_seconds_bucket{result="answered"}[10m])))',
    unseen: true,
  },
  {
    name: 'the database is restarted',
    begin: () => postgres.end('SIGINT'),
    probe: begins,
    end: () => postgres.startAgain(),
    alert: 'CallsFailing',
    figure: 'sum by (code) (youfang_calls_total{code="http_503"})',
  },
  {
    name: 'the database is away for 60 s',
    begin: () => postgres.end('SIGKILL'),
    probe: begins,
    end: () => postgres.startAgain(),
    alert: 'NotReady',
    figure: 'youfang_ready{part="database"} == 0',
    lasts: 60,
  },
  {
    name: 'the object store is away',
    begin: async () => line('files').cut(),
    probe: reads,
    end: async () => line('files').mend(),
    alert: 'StorageFailing',
    figure: `sum(${failing},kind="storage"})`,
  },
  {
    name: 'the object store is slow: each answer takes 4 s',
    begin: async () => line('files').slow(2_000),
    probe: reads,
    end: async () => line('files').mend(),
    alert: 'NotReady',
    figure: 'youfang_ready{part="files"} == 0',
    unseen: true,
  },
  {
    name: 'the payment gateway is away',
    begin: () => gatewayFault(1_000_000),
    probe: pays,
    end: () => gatewayFault(0),
    alert: 'GatewayFailing',
    figure: `sum by (operation) (${failing},kind="payment"})`,
  },
  {
    name: 'the payment gateway is slow: each answer takes 8 s',
    begin: async () => {
      release = await gatewayHeld(postgres.url, 8)
    },
    probe: pays,
    end: () => release(),
    alert: 'GatewaySlow',
    figure:
      'histogram_quantile(0.95, sum by (operation, le) (rate(youfang_outgoing_call_seconds_bucket{kind="payment"}[10m])))',
    unseen: true,
  },
  {
    name: 'somebody lies in the gateway’s name',
    begin: forged,
    probe: pays,
    end: async () => undefined,
    alert: 'NotificationsRefused',
    figure: 'sum by (http) (youfang_responses_total{route="/notify/sandbox",http=~"4.."})',
    unseen: true,
  },
  {
    name: 'the mail server is away',
    begin: async () => line('mail').cut(),
    probe: byMail,
    end: async () => line('mail').mend(),
    alert: 'MailFailing',
    figure: `sum(${failing},kind="mail"})`,
  },
  {
    name: 'the provider of text messages is away',
    begin: async () => void sms.faults.push(...Array.from({ length: 10_000 }, () => 'down' as const)),
    probe: byText,
    end: async () => void sms.faults.splice(0),
    alert: 'TextMessagesFailing',
    figure: `sum(${failing},kind="sms"})`,
  },
  {
    name: 'the worker is dead',
    begin: () => cell.worker.end('SIGKILL'),
    probe: byMail,
    end: () => cell.worker.start(),
    alert: 'CodesLate',
    figure: 'max by (kind) (youfang_jobs_oldest_seconds{lane="codeMails"})',
  },
  {
    name: 'Prometheus cannot read a server',
    begin: async () => line('metrics').cut(),
    probe: begins,
    end: async () => line('metrics').mend(),
    alert: 'ServerDown',
    figure: 'up == 0',
    unseen: true,
  },
  {
    name: 'the clock of the server is 20 minutes ahead',
    begin: () => fetch(`${cell.url}/sandbox/clock?advance=${20 * 60_000}`, { method: 'POST' }),
    probe: begins,
    end: () => cell.server.again(0),
    alert: 'ClockWrong',
    figure: 'abs(youfang_clock_seconds - timestamp(youfang_clock_seconds))',
    unseen: true,
  },
]

describe.runIf(bin !== undefined)('the table of outages', () => {
  test.each(OUTAGES)('$name', async (outage) => {
    // The forged one is repeated by whoever forges.
    const probe = outage.begin === forged ? async () => (await forged(), pays()) : outage.probe
    put(await measured({ ...outage, probe }, cell.url, watch))
  })

  test.runIf(isRoot())('the disk is full', async () => {
    const url = onDisk?.url ?? ''
    const full: Outage = {
      name: 'the disk is full',
      begin: async () => fillDisk(join(small, 'filler')),
      probe: () => begins(url),
      end: async () => rmSync(join(small, 'filler')),
      alert: 'NotReady',
      figure: 'youfang_ready{part=~"disk|files|database"} == 0',
    }
    put(await measured(full, url, watch))
  })
})
