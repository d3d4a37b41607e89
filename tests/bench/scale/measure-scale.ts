/**
 * Runs in vitest, because the records behind the calls are made by the helpers of the API's tests: fills PostgreSQL
 * with `SCALE_COPIES` times five people, and writes to `MEASURED_FILE` how long every call, job and reading command
 * takes there, and which of their statements read a table from end to end.
 */
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { inject, test } from 'vitest'
import { createSession, type NewSession } from '../../../src/features/session/server/sessions.ts'
import { encodeFields } from '../../../src/lib/contract.ts'
import { features } from '../../../src/programs/feature-list.ts'
import { cleanupJobs } from '../../../src/server/jobs/cleanup-jobs.ts'
import type { Command } from '../../../src/server/operator/command.ts'
import { serverCommands } from '../../../src/server/operator/server-commands.ts'
import type { Sent, Told } from '../costs/sender.ts'
import { World, type Credentials } from '../../api/ownership/world.ts'
import type { NamedRow } from '../../api/ownership/row.ts'
import { startServer } from '../../api/start-server.ts'
import { fillStore } from '../../stores/fill-store.ts'
import { urlOf } from '../../stores/postgres-server.ts'
import { storedRows } from '../../stores/stored-rows.ts'
import { StatementWatch } from '../../stores/watch-statements.ts'
import { fillDatabase } from './fill-database.ts'
import { Multiplier, type Rows } from './multiply-rows.ts'
import { PlanReader, type Read } from './read-plans.ts'

const DAY = 86_400_000
const copies = Number(process.env['SCALE_COPIES'])
const short = process.env['SCALE_SHORT'] === '1'
/** Each call is sent so often, but no longer than this. */
const ROUNDS = short ? 1 : 100
const MOST_MS = 2_000
/** Others of the many people, who each ask once. */
const PEOPLE = short ? 2 : 200

/** These end what the others use. */
const FINISHING_CALLS = ['logout', 'session/logoutOthers', 'account/close']
const files = import.meta.glob<{ rows: readonly NamedRow[] }>('../../api/ownership/*.rows.ts', { eager: true })
const rows = Object.values(files)
  .flatMap((file) => (short ? file.rows.slice(0, 1) : file.rows))
  .toSorted((a, b) => FINISHING_CALLS.indexOf(a.call.path) - FINISHING_CALLS.indexOf(b.call.path))

/** One kind of work, with the duration of each run and what it took of the server's thread, ms. */
interface Work {
  of: string
  ms: number[]
  cpu: number[]
  /** Statements of one run, and how it ended. */
  statements: number
  told: string
}

export interface Measured {
  /** How long filling took, s. */
  filled: number
  /** The largest tables, largest first. */
  sizes: { table: string; rows: number; bytes: number }[]
  work: Work[]
  skipped: string[]
  reads: Read[]
  statements: ReturnType<typeof slowest>
}

const plans = new PlanReader()
/** One run. */
interface Run {
  ms: number
  cpu: number
  told: string
}

const watch = new StatementWatch(plans.meet)
const sender = new Worker(new URL('../costs/sender.ts', import.meta.url))
const work: Work[] = []
const skipped: string[] = []

/** Runs it until it was run `rounds` times or takes too long, and once more to see the plans of its statements. */
async function measure(of: string, run: (explained: boolean) => Promise<Run>, rounds: number) {
  const ms: number[] = []
  const cpu: number[] = []
  let told = ''
  let statements = 0
  const began = performance.now()
  while (ms.length < rounds && (ms.length < 3 || performance.now() - began < MOST_MS)) {
    const before = watch.statements.length
    const done = await run(false)
    ms.push(done.ms)
    cpu.push(done.cpu)
    told = done.told
    statements = watch.statements.slice(before).filter((it) => it.of === of).length
  }
  work.push({ of, ms, cpu, statements, told })
  await run(true)
}

/** Runs it with its statements watched; `explained`: with their plans. */
async function watched(of: string, explained: boolean, act: () => Promise<string>): Promise<Run> {
  watch.of = of
  plans.of = explained ? of : ''
  const before = process.threadCpuUsage()
  const began = performance.now()
  try {
    const told = await act()
    const ms = performance.now() - began
    const { user, system } = process.threadCpuUsage(before)
    return { ms, cpu: (user + system) / 1000, told }
  } finally {
    watch.of = ''
    plans.of = ''
  }
}

const send = (of: string, sent: Sent, explained: boolean): Promise<Run> =>
  watched(of, explained, async () => {
    sender.postMessage(sent)
    const [told] = (await once(sender, 'message')) as [Told]
    return told
  })

const sentOf = async (world: World, row: NamedRow, headers: Credentials): Promise<Sent> => {
  const parts: Sent['files'] = {}
  for (const [name, blob] of Object.entries((await row.files?.(world)) ?? {}))
    parts[name] = { bytes: new Uint8Array(await blob.arrayBuffer()), type: blob.type }
  const fields = encodeFields(await row.input(world))
  const multipart = row.call.transport === 'multipart'
  return {
    address: `${world.server.url}${row.path}?${new URLSearchParams({ ...(multipart ? {} : fields), lang: 'en' })}`,
    headers,
    fields: multipart ? fields : null,
    files: parts,
  }
}

/** Ends what the rounds before have begun, so that it counts no more. */
async function makeRoom({ server: { deps }, ownerId }: World, kept: readonly string[]): Promise<void> {
  const created_at = deps.clock() - 3 * DAY
  await deps.write(async (trx) => {
    const begun = { orders: ['created', 'awaiting_payment', 'cancelled', 'expired'], claims: ['draft'] } as const
    for (const table of ['orders', 'claims'] as const) {
      await trx.updateTable(table).set({ created_at }).where('user_id', '=', ownerId).execute()
      await trx
        .updateTable(table)
        .set({ status: 'discarded' })
        .where('user_id', '=', ownerId)
        .where('status', 'in', begun[table])
        .where('id', 'not in', kept)
        .execute()
    }
    for (const table of ['education_orders', 'overseas_applications', 'policy_changes'] as const)
      await trx.updateTable(table).set({ submitted_at: created_at }).where('user_id', '=', ownerId).execute()
  })
}

const headersOf = ({ token, csrf }: NewSession): Credentials => ({
  'platform-token': token,
  'csrf-name': csrf.name,
  'csrf-token': csrf.token,
})

async function calls(world: World): Promise<void> {
  const { deps } = world.server
  const kept = [world.order, world.claim, world.otherClaim]
  for (const row of rows) {
    const round = async (explained: boolean): Promise<Run> => {
      await world.signOwnerIn()
      await makeRoom(world, kept)
      const session = await deps.write((trx) => createSession(deps, trx, world.ownerId, { scope: null }))
      const headers = { ...headersOf(session), unique: world.ownerDevice }
      return send(row.call.path, await sentOf(world, row, headers), explained)
    }
    await measure(row.call.path, round, ROUNDS).catch((error: unknown) =>
      skipped.push(`${row.call.path}: ${String(error).slice(0, 120)}`),
    )
  }
}

/** Calls that only read what the caller has, from many people once each: nothing of theirs is in any cache of ours. */
async function people(world: World): Promise<void> {
  const { deps } = world.server
  const ids = await sql<{
    id: string
  }>`select id from users where email_mac is not null order by md5(id) limit ${PEOPLE}`.execute(deps.db)
  const callers: Credentials[] = []
  for (const { id } of ids.rows) {
    callers.push(headersOf(await deps.write((trx) => createSession(deps, trx, id, { scope: null }))))
  }
  const writes = new Set(watch.statements.filter((it) => /^(insert|update|delete)/.test(it.sql)).map(({ of }) => of))
  for (const row of rows.filter((it) => it.of === 'caller' && !writes.has(it.call.path))) {
    let next = 0
    const of = `${row.call.path}, ${PEOPLE} people`
    const round = async (explained: boolean): Promise<Run> =>
      send(of, await sentOf(world, row, callers[next++ % callers.length] ?? {}), explained)
    await measure(of, round, PEOPLE)
  }
}

/** Each twice: what was due, and then that nothing is. What they have written is done in between. */
async function jobs({ server }: World): Promise<void> {
  const all = [...cleanupJobs, ...features.flatMap((it) => it.recurring ?? [])]
  const run = async (of: string, kind: () => Promise<unknown>, explained: boolean): Promise<void> => {
    const before = watch.statements.length
    const told = (): Promise<string> =>
      kind().then(
        () => 'done',
        (error: unknown) => String(error).slice(0, 120),
      )
    const { ms, cpu, told: ended } = await watched(of, explained, told)
    work.push({ of, ms: [ms], cpu: [cpu], statements: watch.statements.length - before, told: ended })
  }
  for (const { kind, run: act } of all) {
    await run(`job ${kind}, first`, () => act(server.deps), false)
    await run(`job ${kind}`, () => act(server.deps), true)
  }
  await run('jobs that these have written', () => server.drain(), false)
}

/** Commands that only read, without options where that is enough. */
async function commands({ server: { deps } }: World, given: Record<string, string>): Promise<void> {
  const all: Command[] = [...serverCommands, ...features.flatMap((it) => it.commands ?? [])]
  for (const command of all.filter((it) => it.reads)) {
    const of = `operator ${command.noun} ${command.verb}`
    const act = command.prepare(Object.fromEntries((command.args ?? []).map((arg) => [arg, given[arg] ?? arg])))
    if ('wrong' in act) {
      skipped.push(`${of}: ${JSON.stringify(act.wrong)}`)
      continue
    }
    const round = async (explained: boolean): Promise<Run> => {
      let lines = 0
      return watched(of, explained, async () => {
        await act({ deps, by: 'operator:bench', why: '', print: () => void lines++ })
        return `${lines} lines`
      })
    }
    await measure(of, round, 3).catch((error: unknown) => skipped.push(`${of}: ${String(error).slice(0, 120)}`))
  }
}

test('at scale', { timeout: 3_600_000 }, async () => {
  const store = inject('store')
  if (store?.kind !== 'server') throw new Error('There is no PostgreSQL')
  const world = await World.begin()
  const { deps } = world.server
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-source-'))
  cpSync(join(deps.config.dataDir, 'secret'), join(dataDir, 'secret'))
  const source = await startServer({ dataDir })
  await fillStore(source)
  const now = source.deps.clock()
  const { tables } = await storedRows(source.deps, { dataDir, now, given: null, keeps: () => false })
  await source.close()
  rmSync(dataDir, { recursive: true, force: true })
  const { name } = (await sql<{ name: string }>`select current_database() as name`.execute(deps.db)).rows[0] ?? {}
  const began = performance.now()
  await fillDatabase(
    urlOf(store.socket, name ?? ''),
    new Multiplier({ rows: tables as Rows, now }, deps.clock()),
    copies,
  )
  const filled = (performance.now() - began) / 1000
  const sizes = await sql<Measured['sizes'][number]>`select relname as table,
      reltuples::bigint as rows, pg_total_relation_size(oid) as bytes
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 3 desc`.execute(deps.db)
  watch.start()
  await calls(world)
  await people(world)
  const payment = await deps.db.selectFrom('payments').select('id').limit(1).executeTakeFirst()
  await commands(world, { claim: world.claim, batch: '', id: payment?.id ?? '' })
  await jobs(world)
  const measured: Measured = {
    filled,
    sizes: sizes.rows,
    work,
    skipped,
    reads: plans.reads,
    statements: slowest(),
  }
  writeFileSync(process.env['MEASURED_FILE'] ?? 'scale.json', JSON.stringify(measured))
  await sender.terminate()
  await world.server.close()
})

/** The slowest run of each statement. */
function slowest(): { of: string; sql: string; ms: number; count: number }[] {
  const found = new Map<string, { of: string; sql: string; ms: number; count: number }>()
  for (const { of, sql: text, ms } of watch.statements) {
    const known = found.get(text) ?? { of, sql: text, ms: 0, count: 0 }
    found.set(text, {
      of: ms > known.ms ? of : known.of,
      sql: text,
      ms: Math.max(ms, known.ms),
      count: known.count + 1,
    })
  }
  return [...found.values()].toSorted((a, b) => b.ms - a.ms).slice(0, 200)
}
