/**
 * Work that follows a commit: jobs written in the same transaction and run afterwards, at least once each.
 * A worker claims jobs with a lease; when it dies, the lease ends and the job runs again. Handlers are therefore idempotent.
 */
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Store, Trx } from './db/database.ts'
import type { JobTable } from './db/core-tables.ts'
import type { Deps } from './dependencies.ts'
import { newId } from './new-id.ts'
import { LoggedFault } from './logging.ts'
import type { NewJob, Outbox } from './service-interfaces.ts'
import type { Database } from './database-tables.ts'

export type { NewJob, Outbox }

export interface JobInfo {
  id: string
  /** 1 at the first run. */
  attempt: number
}

export interface Job {
  kind: string
  run: (deps: Deps, payload: unknown, info: JobInfo) => Promise<void>
  /** Attempts before it is given up; `MAX_ATTEMPTS` when not given. */
  maxAttempts?: number
}

/** A job whose payload is parsed by a schema before it runs. */
export const job = <S extends z.ZodType>(
  kind: string, payload: S, run: (deps: Deps, payload: z.output<S>, info: JobInfo) => Promise<void>, maxAttempts?: number,
): Job => ({ kind, run: (deps, raw, info) => run(deps, payload.parse(raw), info), ...(maxAttempts ? { maxAttempts } : {}) })

/** A periodic sweep: one job per period, written by whichever process is first. */
export interface Recurring {
  kind: string
  /** ms */
  every: number
  run: (deps: Deps) => Promise<void>
}

/** A job of a process that died runs again after this, ms. */
export const LEASE = 60_000
/** How often an idle worker polls, ms: for jobs of other processes and for jobs due later. */
const IDLE_INTERVAL = 1_000
/** Jobs that one process runs at the same time: a slow mail server must not hold up a policy. */
const MOST_PARALLEL = 3
/** A day and a half in total: a mail server or a gateway may be down for a night. */
export const MAX_ATTEMPTS = 18
/** 5 s, 10 s, 20 s … at most 6 h. */
export const backoff = (attempt: number): number => Math.min(5_000 * 2 ** (attempt - 1), 6 * 3_600_000)

interface Parts {
  store: Store
  clock: () => number
  log: Logger
  jobs: readonly Job[]
  recurring: readonly Recurring[]
  /** A function, because the outbox is itself part of the dependencies. */
  deps: () => Deps
}

export function createOutbox(parts: Parts): Outbox {
  const { store: { db, dialect, write }, clock, log } = parts
  const handlers = new Map<string, Job>([...parts.jobs, ...parts.recurring.map(toJob)].map((it) => [it.kind, it]))
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = true

  async function one(): Promise<boolean> {
    // Reading first keeps an idle worker from taking the write lock.
    if (!(await isDue(db, clock()))) return false
    const row = await write((trx) => claimJob(trx, dialect, clock()))
    if (!row) return false
    const started = performance.now()
    try {
      const handler = handlers.get(row.kind)
      if (!handler) throw new LoggedFault('no handler')
      await handler.run(parts.deps(), JSON.parse(row.payload), { id: row.id, attempt: row.attempts })
      await write((trx) => finishJob(trx, row, clock()))
      log.info({ job: row.kind, id: row.id, ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      await write((trx) => postponeJob(trx, row, handlers.get(row.kind)?.maxAttempts ?? MAX_ATTEMPTS, error, clock(), log))
    }
    await plan()
    return true
  }

  async function loop(): Promise<void> {
    await plan()
    while (!stopped && (await one()));
  }

  function wake(): void {
    if (stopped) return
    clearTimeout(timer)
    while (running.size < MOST_PARALLEL) {
      const run: Promise<void> = loop()
        .catch((error: unknown) => log.error({ err: error }, 'outbox stumbled'))
        .finally(() => {
          running.delete(run)
          if (running.size === 0 && !stopped) timer = setTimeout(wake, IDLE_INTERVAL)
        })
      running.add(run)
    }
  }

  /** Writes the next job of every sweep; the key allows only one per period. */
  async function plan(): Promise<void> {
    const now = clock()
    const due = parts.recurring.filter((it) => (planned.get(it.kind) ?? -Infinity) <= now)
    if (due.length === 0) return
    await write(async (trx) => {
      for (const { kind, every } of due) {
        const next = Math.ceil((now + 1) / every) * every
        await writeJob(trx, { kind, payload: {}, key: `${kind}@${next}`, runAt: next }, now)
        planned.set(kind, next)
      }
    })
  }
  const planned = new Map<string, number>()

  return {
    enqueue: (trx, newJob) => writeJob(trx, newJob, clock()),
    start: () => {
      stopped = false
      wake()
    },
    nudge: wake,
    drain: async () => {
      await plan()
      let ran = 0
      while (await one()) ran++
      return ran
    },
    lag: () => outboxLag(db, clock()),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

const toJob = ({ kind, run }: Recurring): Job => ({ kind, run: (deps) => run(deps) })

/** Writes a job in the caller's transaction where no `Outbox` is available; `now` is the caller's clock, ms. */
export async function writeJob(trx: Trx, { kind, payload, key, runAt }: NewJob, now: number): Promise<void> {
  await trx.insertInto('jobs')
    .values({
      id: newId(), kind, payload: JSON.stringify(payload), dedupe_key: key ?? null, run_at: runAt ?? now, attempts: 0,
      lease_until: null, created_at: now, done_at: null, failed_at: null, last_error: null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

async function isDue(db: Kysely<Database>, now: number): Promise<boolean> {
  const row = await db.selectFrom('jobs').select('id')
    .where('done_at', 'is', null).where('failed_at', 'is', null).where('run_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .limit(1).executeTakeFirst()
  return row !== undefined
}

/** Claims the oldest due job without a lease, in one statement. */
async function claimJob(trx: Trx, dialect: Store['dialect'], now: number): Promise<JobTable | undefined> {
  const skip = dialect === 'postgres' ? sql`for update skip locked` : sql``
  const { rows } = await sql<JobTable>`
    update jobs set attempts = attempts + 1, lease_until = ${now + LEASE}
    where id = (
      select id from jobs
      where done_at is null and failed_at is null and run_at <= ${now} and (lease_until is null or lease_until <= ${now})
      order by run_at, id limit 1 ${skip}
    ) returning *`.execute(trx)
  return rows[0]
}

async function finishJob(trx: Trx, row: JobTable, now: number): Promise<void> {
  await trx.updateTable('jobs').set({ done_at: now, lease_until: null }).where('id', '=', row.id).where('attempts', '=', row.attempts).execute()
}

/** An error as a table may hold it: its name and the driver's code, without the driver's message, which quotes values. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  if (error instanceof LoggedFault) return error.message
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

async function postponeJob(trx: Trx, row: JobTable, max: number, error: unknown, now: number, log: Logger): Promise<void> {
  const dead = row.attempts >= max
  const reason = reasonOf(error)
  log[dead ? 'error' : 'warn']({ job: row.kind, id: row.id, attempt: row.attempts, err: error }, dead ? 'job given up' : 'job failed')
  await trx.updateTable('jobs')
    .set({ lease_until: null, last_error: reason, ...(dead ? { failed_at: now } : { run_at: now + backoff(row.attempts) }) })
    .where('id', '=', row.id).where('attempts', '=', row.attempts)
    .execute()
}

async function outboxLag(db: Kysely<Database>, now: number): Promise<number> {
  const row = await db.selectFrom('jobs').select((eb) => eb.fn.min('run_at').as('oldest'))
    .where('done_at', 'is', null).where('failed_at', 'is', null).where('run_at', '<=', now)
    .executeTakeFirst()
  return row?.oldest == null ? 0 : now - Number(row.oldest)
}
