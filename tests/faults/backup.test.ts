/**
 * The commands of docs/deploying.md, as they stand there: a backup of a real server while claimants send photos,
 * restored elsewhere and read by them; and PostgreSQL's own archive, which returns to a moment.
 */
import { execFile, execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Requester } from '../../src/app/requests/api.ts'
import {
  claimablePolicies,
  claimDocuments,
  documentFile,
  getDraft,
  startClaim,
  uploadDocument,
} from '../../src/features/claims/contract.ts'
import { createOrder, getOrder, listOrders } from '../../src/features/orders/contract.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { openStore } from '../../src/server/db/database.ts'
import { blobOf, buyPolicy, photoBytes } from '../api/claims-fixtures.ts'
import { logInAs } from '../api/logged-in-user.ts'
import { ok, sentFile, TRIP } from '../api/orders-fixtures.ts'
import { startServer, type Client } from '../api/start-server.ts'
import { sandboxEnv } from '../runner/env.ts'
import { ensurePostgres } from '../stores/postgres-binaries.ts'
import { requesterOf } from './buyers.ts'
import { FailingPostgres } from './failing-postgres.ts'
import { freePort, KillableProcess } from './killable-process.ts'

const bin = ensurePostgres()
const SECRET = Buffer.alloc(32, 3).toString('base64')
const PEOPLE = 2
let root: string
let processes: KillableProcess[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'youfang-backup-'))
  processes = []
})
afterEach(async () => {
  for (const it of processes) await it.end('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

/** An installation: a folder of its own, and a database where it has PostgreSQL. */
interface Place {
  DATA_DIR: string
  DATABASE_URL?: string
}
const placeIn = (name: string, url?: string): Place => ({
  DATA_DIR: join(root, name),
  ...(url === undefined ? {} : { DATABASE_URL: url }),
})

async function serverAt(place: Place): Promise<string> {
  const port = await freePort()
  const server = new KillableProcess(port, place.DATA_DIR, { SECRET, ...place })
  processes.push(server)
  await server.start()
  return `http://127.0.0.1:${port}`
}

function operator(place: Place, ...words: string[]): Promise<{ code: number; said: string }> {
  const env = { ...sandboxEnv(), SECRET, ...place }
  return new Promise((done) => {
    execFile('npm', ['run', '-s', 'operator', '--', ...words], { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, said: `${stdout}${stderr}` }),
    )
  })
}

/** What a person's browser keeps. */
type Person = Pick<Client, 'store'>

/** People who bought a policy, and are signed in. */
async function bought(place: Place): Promise<Person[]> {
  mkdirSync(place.DATA_DIR)
  const today = dayOf(Date.now())
  const trip = { ...TRIP, start: today, end: endOfMonths(today, 12) }
  const store = openStore({ databaseUrl: place.DATABASE_URL, dataDir: place.DATA_DIR })
  const server = await startServer({ dataDir: place.DATA_DIR, store, clock: Date.now, env: { SECRET } })
  const people = []
  for (let i = 0; i < PEOPLE; i++) {
    await buyPolicy(server, { email: `backup${i}@example.com`, trip })
    people.push(await logInAs(server, `backup${i}@example.com`))
  }
  await server.close()
  return people
}

const KINDS = ['invoice', 'prescription', 'test_report'] as const

/** Sends photos of a claim, one after another, until it is told to end or there are as many as a claim takes. */
class Sender {
  readonly uploads: string[] = []
  claim = ''
  readonly #requester: Requester
  readonly #who: number
  #over = false
  #sending: Promise<void> = Promise.resolve()
  constructor(url: string, { store }: Person, who: number) {
    this.#requester = requesterOf(url, store)
    this.#who = who
  }
  async start(): Promise<void> {
    const { request } = this.#requester
    const { policies } = ok(await request(claimablePolicies, {}))
    const input = { policy: policies[0]?.id ?? '', day: dayOf(Date.now()), key: `backup-${this.#who}-start` }
    this.claim = ok(await request(startClaim, { ...input, sensitive: true })).id
    this.#sending = this.#send()
  }
  async #send(): Promise<void> {
    const files = { file: blobOf(await photoBytes()) }
    for (let i = 0; !this.#over; i++) {
      const upload = `backup-${this.#who}-${String(i).padStart(4, '0')}`
      const input = { id: this.claim, upload, kind: KINDS[i % KINDS.length] ?? 'invoice', name: `${i}.jpg` }
      if (!(await this.#requester.request(uploadDocument, input, { files })).ok) return
      this.uploads.push(upload)
    }
  }
  async end(): Promise<void> {
    this.#over = true
    await this.#sending
  }
}

/** Every photo that was acknowledged is there, was checked, and opens. */
async function readAll(
  url: string,
  person: Person,
  { claim, uploads }: { claim: string; uploads: string[] },
): Promise<void> {
  const { request, blob } = requesterOf(url, person.store)
  expect(ok(await request(listPolicies, { tab: 'valid' })).policies).toHaveLength(1)
  const { orders } = ok(await request(listOrders, {}))
  for (const { id } of orders) expect(ok(await request(getOrder, { id })).id).toBe(id)
  expect(ok(await request(getDraft, { id: claim })).id).toBe(claim)
  const documents = async () => ok(await request(claimDocuments, { id: claim })).documents
  const states = async () => [...new Set((await documents()).map((it) => it.status))]
  await expect.poll(states).toEqual(['received'])
  const there = await documents()
  expect(there.map((it) => it.id)).toEqual(expect.arrayContaining(uploads))
  for (const { id: document } of there) {
    const file = sentFile(await blob(documentFile, { id: claim, document, size: 'full' }))
    expect(file.size).toBeGreaterThan(100)
  }
}

async function backUpUnderLoad(from: Place, to: Place): Promise<void> {
  const people = await bought(from)
  const url = await serverAt(from)
  const senders = people.map((person, i) => new Sender(url, person, i))
  for (const sender of senders) await sender.start()
  await expect.poll(() => senders.every(({ uploads }) => uploads.length > 0)).toBe(true)
  const acknowledged = senders.map(({ claim, uploads }) => ({ claim, uploads: [...uploads] }))
  const backups = join(root, 'backups')
  expect(await operator(from, 'backup', 'make', backups)).toMatchObject({
    code: 0,
    said: expect.stringContaining('is made'),
  })
  for (const sender of senders) await sender.end()
  for (const it of processes) await it.end('SIGKILL')
  const backup = join(backups, readdirSync(backups)[0] ?? '')
  // Without a database, and in a folder of its own.
  expect(await operator(placeIn('nothing'), 'backup', 'check', backup)).toMatchObject({ code: 0 })
  expect(await operator(to, 'backup', 'restore', backup)).toMatchObject({ code: 0 })
  expect((await operator(to, 'backup', 'restore', backup)).said).toContain('into an empty installation only')
  const elsewhere = await serverAt(to)
  for (const [i, person] of people.entries())
    await readAll(elsewhere, person, acknowledged[i] ?? { claim: '', uploads: [] })
}

test('SQLite: what people sent before a backup began is theirs after a restore elsewhere', () =>
  backUpUnderLoad(placeIn('site'), placeIn('elsewhere')))

test.skipIf(bin === undefined)('PostgreSQL: the same, and in the other database too', async () => {
  const postgres = await FailingPostgres.start(bin ?? '')
  try {
    await postgres.administer('create database elsewhere')
    const to = placeIn('elsewhere', postgres.urlOf('elsewhere'))
    await backUpUnderLoad(placeIn('site', postgres.url), to)
    for (const it of processes) await it.end('SIGKILL')
    expect((await operator(to, 'backup', 'make', join(root, 'again'))).code).toBe(0)
    const backup = join(root, 'again', readdirSync(join(root, 'again'))[0] ?? '')
    expect((await operator(placeIn('sqlite'), 'backup', 'restore', backup)).code).toBe(0)
    await serverAt(placeIn('sqlite'))
  } finally {
    await postgres.stop()
  }
})

test.skipIf(bin === undefined)('PostgreSQL returns to a moment, from a base backup and its archive', async () => {
  const archive = join(root, 'archive')
  mkdirSync(archive, { mode: 0o777 })
  const postgres = await FailingPostgres.start(bin ?? '', [
    'log_min_messages=fatal',
    'wal_level=replica',
    'max_wal_senders=3',
    'archive_mode=on',
    `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`,
  ])
  try {
    const { uid, gid } = statSync(postgres.data)
    for (const folder of [root, archive]) chownSync(folder, uid, gid)
    const place = placeIn('site', postgres.url)
    const order = async (url: string, key: string): Promise<string> => {
      const day = dayOf(Date.now())
      const trip = { ...TRIP, start: addDays(day, 30), end: addDays(day, 394) }
      return ok(await requesterOf(url).request(createOrder, { trip, key })).id
    }
    const url = await serverAt(place)
    const first = await order(url, 'before-the-base')
    const base = join(root, 'base')
    const programs = dirname(realpathSync(join(bin ?? '', 'postgres')))
    const words = [`--pgdata=${base}`, '--checkpoint=fast', `--dbname=${postgres.urlOf('postgres')}`]
    execFileSync(join(programs, 'pg_basebackup'), words, { uid, gid, cwd: root })
    const second = await order(url, 'before-the-moment')
    // With an offset: names of time zones, `Z` too, are not known yet while it recovers.
    const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00')
    const third = await order(url, 'after-the-moment')
    await postgres.administer('select pg_switch_wal()')
    await postgres.end('SIGINT')
    for (const it of processes) await it.end('SIGKILL')
    rmSync(postgres.data, { recursive: true })
    execFileSync('cp', ['-a', base, postgres.data])
    writeFileSync(join(postgres.data, 'recovery.signal'), '')
    appendFileSync(
      join(postgres.data, 'postgresql.auto.conf'),
      [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${moment}'`,
        `recovery_target_action = 'promote'`,
        '',
      ].join('\n'),
    )
    await postgres.startAgain()
    await serverAt(place)
    const store = openStore({ databaseUrl: postgres.url, dataDir: place.DATA_DIR })
    const numbers = (await store.db.selectFrom('orders').select('id').execute()).map(({ id }) => id)
    await store.close()
    expect([first, second, third].map((id) => numbers.includes(id))).toEqual([true, true, false])
  } finally {
    await postgres.stop()
  }
})
