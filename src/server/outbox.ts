/**
 * Work that follows a commit: jobs written in the same transaction and run afterwards, at least once each. A worker
 * claims jobs with a lease; when it dies, the lease ends and the job runs again. Handlers are therefore idempotent.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Store } from './db/database.ts'
import type { Deps } from './dependencies.ts'
import { claimJob, finishJob, isJobDue, outboxLag, postponeJob, writeJob } from './job-rows.ts'
import { LoggedFault } from './logging.ts'
import type { NewJob, Outbox } from './service-interfaces.ts'

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
  kind: string,
  payload: S,
  run: (deps: Deps, payload: z.output<S>, info: JobInfo) => Promise<void>,
  maxAttempts?: number,
): Job => ({
  kind,
  run: (deps, raw, info) => run(deps, payload.parse(raw), info),
  ...(maxAttempts ? { maxAttempts } : {}),
})

/** A periodic sweep: one job per period, written by whichever process is first. */
export interface Recurring {
  kind: string
  /** ms */
  every: number
  run: (deps: Deps) => Promise<void>
}

/** How often an idle worker polls, ms: for jobs of other processes and for jobs due later. */
const IDLE_INTERVAL = 1_000
/** Jobs that one process runs at the same time: a slow mail server must not hold up a policy. */
const MOST_PARALLEL = 3
/** A day and a half in total: a mail server or a gateway may be down for a night. */
const MAX_ATTEMPTS = 18

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
  const {
    store: { db, dialect, write },
    clock,
    log,
  } = parts
  const handlers = new Map<string, Job>([...parts.jobs, ...parts.recurring.map(toJob)].map((it) => [it.kind, it]))
  const running = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  let stopped = true

  async function one(): Promise<boolean> {
    // Reading first keeps an idle worker from taking the write lock.
    if (!(await isJobDue(db, clock()))) return false
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
      await write((trx) =>
        postponeJob(trx, row, handlers.get(row.kind)?.maxAttempts ?? MAX_ATTEMPTS, error, clock(), log),
      )
    }
    await plan()
    return true
  }

  async function loop(): Promise<void> {
    await plan()
    let more = true
    while (more) more = !stopped && (await one())
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
