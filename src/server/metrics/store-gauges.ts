/** Figures that are read when Prometheus asks: what waits, whether the server can work, what operators should look at. */
import { Gauge } from 'prom-client'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database-rows.ts'
import type { Store } from '../db/database.ts'
import type { Deps } from '../dependencies.ts'
import type { Lane } from '../jobs/job-lanes.ts'

/** How long what was read is shown, ms: several may ask, and some of it is a look through a table. */
const SHOWN_FOR = 10_000
const FILES_SHOWN_FOR = 10 * 60_000
/** A part that takes longer is left out of an answer, ms; Prometheus gives up after ten seconds. */
const LONGEST_READ = 5_000

interface Parts {
  store: Store
  /** Every kind of job, with its lane. */
  jobs: readonly { kind: string; lane: Lane }[]
}

/** What `read` gave, for a while; nothing where it fails or takes too long, so that the rest is still answered. */
function shownFor<T>(ms: number, read: () => Promise<T>): () => Promise<T | undefined> {
  let last: { at: number; value: Promise<T | undefined> } | undefined
  return () => {
    const now = performance.now()
    if (last && now - last.at < ms) return last.value
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((done) => {
      timer = setTimeout(done, LONGEST_READ, undefined).unref()
    })
    const value = Promise.race([read().catch(() => undefined), late]).finally(() => clearTimeout(timer))
    last = { at: now, value }
    return value
  }
}

/** Registers them. None is read before Prometheus asks. */
export function registerStoreGauges(deps: Deps, { store, jobs }: Parts): void {
  const registers = [deps.metrics.registry]
  const gauge = <L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    collect: (set: (labels: Record<L, string>, value: number) => void) => Promise<void> | void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        // A kind that waits no more must not keep its last figure.
        this.reset()
        await collect((labels, value) => this.set(labels, value))
      },
    })

  gauge('youfang_clock_seconds', 'The clock of the process', [], (set) => set({}, deps.clock() / 1000))
  const health = shownFor(SHOWN_FOR, () => deps.health.check())
  gauge('youfang_ready', '1 when a part works; part="all" is what /readyz says', ['part'], async (set) => {
    const found = await health()
    set({ part: 'all' }, found?.ok ? 1 : 0)
    for (const part of ['database', 'migrations', 'files', 'disk'] as const) set({ part }, found?.[part] ? 1 : 0)
  })
  const figures = shownFor(SHOWN_FOR, () => deps.health.figures())
  gauge('youfang_figure', 'What `health show` prints, by name', ['name'], async (set) => {
    for (const [name, value] of Object.entries((await figures()) ?? {})) set({ name }, value)
  })
  registerQueues(deps, gauge, jobs)
  const files = shownFor(FILES_SHOWN_FOR, () => filesStored(deps.db))
  gauge('youfang_files', 'Files that are stored', [], async (set) => show(set, (await files())?.count))
  gauge('youfang_files_bytes', 'Their bytes', [], async (set) => show(set, (await files())?.bytes))
  gauge('youfang_database_connections', 'Connections of this process', ['state'], (set) => {
    for (const [state, count] of Object.entries(store.connections?.() ?? {})) set({ state }, count)
  })
}

type AddGauge = <L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  collect: (set: (labels: Record<L, string>, value: number) => void) => Promise<void> | void,
) => unknown

const show = (set: (labels: object, value: number) => void, value: number | undefined): void => {
  if (value !== undefined) set({}, value)
}

function registerQueues(deps: Deps, gauge: AddGauge, jobs: Parts['jobs']): void {
  const lanes = new Map(jobs.map(({ kind, lane }) => [kind, lane]))
  const laneOf = (kind: string): string => lanes.get(kind) ?? 'records'
  const due = shownFor(SHOWN_FOR, () => jobsDue(deps))
  // Every kind is shown, so that an alert sees it come and go.
  const atRest = (set: (labels: Record<'lane' | 'kind', string>, value: number) => void): void => {
    for (const [kind, lane] of lanes) set({ lane, kind }, 0)
  }
  gauge('youfang_jobs_due', 'Jobs that could run now', ['lane', 'kind'], async (set) => {
    atRest(set)
    for (const { kind, count } of (await due()) ?? []) set({ lane: laneOf(kind), kind }, count)
  })
  gauge('youfang_jobs_oldest_seconds', 'How long the oldest of them waits', ['lane', 'kind'], async (set) => {
    atRest(set)
    for (const { kind, oldest } of (await due()) ?? [])
      set({ lane: laneOf(kind), kind }, Math.max(0, deps.clock() - oldest) / 1000)
  })
  const failed = shownFor(SHOWN_FOR, () => jobsGivenUp(deps.db))
  gauge('youfang_jobs_given_up', 'Jobs that wait for an operator', ['kind'], async (set) => {
    for (const kind of lanes.keys()) set({ kind }, 0)
    for (const { kind, count } of (await failed()) ?? []) set({ kind }, count)
  })
  const uploads = shownFor(SHOWN_FOR, () => uploadsWaiting(deps.db))
  gauge('youfang_uploads_waiting', 'Files that were received and are not checked', [], async (set) =>
    show(set, (await uploads())?.count),
  )
  gauge('youfang_uploads_oldest_seconds', 'How long the oldest of them waits', [], async (set) => {
    const found = await uploads()
    if (found) set({}, found.oldest === null ? 0 : Math.max(0, deps.clock() - found.oldest) / 1000)
  })
}

async function jobsDue({ db, clock }: Deps): Promise<{ kind: string; count: number; oldest: number }[]> {
  return db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count'), eb.fn.min('run_at').as('oldest')])
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', clock())
    .groupBy('kind')
    .execute()
}

async function jobsGivenUp(db: Kysely<Database>): Promise<{ kind: string; count: number }[]> {
  return db
    .selectFrom('jobs')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where('last_error', 'is not', null)
    .where('failed_at', 'is not', null)
    .groupBy('kind')
    .execute()
}

async function uploadsWaiting(db: Kysely<Database>): Promise<{ count: number; oldest: number | null }> {
  return db
    .selectFrom('incoming')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('received_at').as('oldest')])
    .executeTakeFirstOrThrow()
}

async function filesStored(db: Kysely<Database>): Promise<{ count: number; bytes: number }> {
  const row = await db
    .selectFrom('files')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | string | null>('size').as('bytes')])
    .executeTakeFirstOrThrow()
  // PostgreSQL adds up to a number of any length, which its driver hands out as a text.
  return { count: row.count, bytes: Number(row.bytes ?? 0) }
}
