/**
 * Work that follows a commit: jobs written in the same transaction and run afterwards, at least once each. A worker
 * claims jobs with a lease; when it dies, the lease ends and the job runs again. Handlers are therefore idempotent.
 */
import type { Logger } from 'pino'
import { z } from 'zod'
import type { JobTable } from '../db/core-tables.ts'
import type { Store } from '../db/database.ts'
import { storeState } from '../db/store-mark.ts'
import { defineJob, type JobDeclaration } from './define-job.ts'
import type { Deps } from '../dependencies.ts'
import {
  claimJob,
  deleteJobDoneAhead,
  extendLease,
  finishJob,
  LEASE,
  lanesDue,
  outboxLag,
  postponeJob,
  rescheduleFromFuture,
  writeJob,
} from './job-rows.ts'
import { lanesOf, type Lane, type LaneJobs } from './job-lanes.ts'
import { LoggedFault } from '../logs/logging.ts'
import { tracedJob } from '../traces/traces.ts'
import type { Outbox } from '../service-interfaces.ts'

export type { Outbox }

export interface JobInfo {
  id: string
  /** 1 at the first run. */
  attempt: number
}

/** A job's declaration and what it does. */
export interface Job extends JobDeclaration {
  run: (deps: Deps, payload: unknown, info: JobInfo) => Promise<void>
}

/** What a declared job does with its payload, which its schema has parsed. */
export const handleJob = <S extends z.core.$ZodType>(
  declared: JobDeclaration<S>,
  run: (deps: Deps, payload: z.output<S>, info: JobInfo) => Promise<void>,
): Job => ({ ...declared, run: (deps, raw, info) => run(deps, z.parse(declared.payload, raw), info) })

/** A periodic sweep: one job per period, written by whichever process is first. */
export interface Recurring {
  kind: string
  lane: Lane
  /** ms */
  every: number
  run: (deps: Deps) => Promise<void>
}

/** How often an idle worker polls, ms: for jobs of other processes and for jobs due later. */
const IDLE_INTERVAL = 1_000
/** Well before the lease of a job ends that runs for longer, ms. */
const RENEWAL = LEASE / 3
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
  const jobs = [...parts.jobs, ...parts.recurring.map(toJob)]
  const handlers = new Map(jobs.map((it) => [it.kind, it]))
  const lanes = lanesOf(jobs)
  const plan = planner(parts)
  const due = (of: readonly LaneJobs[]): Promise<LaneJobs[]> => lanesDue(db, of, clock())

  /** Runs the next job of a lane, or of any; false when none is due. `claimed` is called before it runs. */
  async function one(lane?: LaneJobs, claimed = (): void => undefined): Promise<boolean> {
    // Reading first keeps an idle worker from taking the write lock.
    if (lane && (await due([lane])).length === 0) return false
    const row = await write((trx) => claimJob(trx, dialect, clock(), lane))
    if (!row) return false
    claimed()
    await runJob(parts, handlers.get(row.kind), row)
    return true
  }

  const look = async (): Promise<LaneJobs[]> => {
    if ((await storeState(db)) !== 'open') return []
    await plan()
    return due(lanes)
  }
  return {
    enqueue: (trx, declared, payload, options) => writeJob(trx, declared, payload, { ...options, now: clock() }),
    ...createWorker({ look, one, log }),
    drain: async () => {
      let ran = 0
      for (await plan(); await one(); await plan()) ran++
      return ran
    },
    lag: () => outboxLag(db, lanes, clock()),
  }
}

interface Work {
  /** The lanes that have something due. */
  look: () => Promise<LaneJobs[]>
  one: (lane: LaneJobs, claimed: () => void) => Promise<boolean>
  log: Logger
}

/** Works in the background, in the slots of each lane. */
function createWorker({ look, one, log }: Work): Pick<Outbox, 'start' | 'nudge' | 'stop'> {
  const running = new Set<Promise<void>>()
  const taken = new Map<Lane, number>()
  const state = { stopped: true, looking: false, woken: false }
  let timer: NodeJS.Timeout | undefined

  /** Takes a slot of a lane, if one is free, for as long as something is due there. */
  function work(lane: LaneJobs): void {
    const used = taken.get(lane.lane) ?? 0
    if (state.stopped || used >= lane.slots) return
    taken.set(lane.lane, used + 1)
    const untilNothingIsDue = async (): Promise<void> => {
      // While a job runs, another slot of the lane looks for the next.
      while (!state.stopped && (await one(lane, () => work(lane))));
    }
    inBackground(untilNothingIsDue, () => taken.set(lane.lane, (taken.get(lane.lane) ?? 1) - 1))
  }

  /** Looks which lanes have something to do, now and after each idle interval, however long the jobs of others take. */
  function wake(): void {
    if (state.stopped) return
    state.woken = true
    if (state.looking) return
    clearTimeout(timer)
    state.looking = true
    const lookOnce = async (): Promise<void> => {
      state.woken = false
      for (const lane of await look()) work(lane)
    }
    inBackground(lookOnce, () => {
      state.looking = false
      if (state.stopped) return
      if (state.woken) wake()
      else timer = setTimeout(wake, IDLE_INTERVAL)
    })
  }

  function inBackground(act: () => Promise<void>, after: () => void): void {
    const run: Promise<void> = act()
      .catch((error: unknown) => log.error({ err: error }, 'outbox stumbled'))
      .finally(() => {
        running.delete(run)
        after()
      })
    running.add(run)
  }

  return {
    start: () => {
      state.stopped = false
      wake()
    },
    nudge: wake,
    stop: async () => {
      state.stopped = true
      clearTimeout(timer)
      while (running.size > 0) await Promise.all(running)
    },
  }
}

/** Runs a claimed job, and records how that ended. */
async function runJob({ store: { write }, clock, log, deps }: Parts, handler: Job | undefined, row: JobTable) {
  const started = performance.now()
  const seconds = (): number => (performance.now() - started) / 1000
  const { metrics } = deps()
  // A lease that cannot be extended now is tried again before it ends.
  const renewing = setInterval(
    () => void write((trx) => extendLease(trx, row, clock())).catch(() => undefined),
    RENEWAL,
  )
  try {
    if (!handler) throw new LoggedFault('no handler')
    await tracedJob({ job: row.kind, jobId: row.id, ids: {} }, async () =>
      handler.run(deps(), JSON.parse(row.payload), { id: row.id, attempt: row.attempts }),
    )
    await write((trx) => finishJob(trx, row, clock()))
    metrics.job(row.kind, 'done', seconds())
    log.info({ job: row.kind, id: row.id, ms: Math.round(seconds() * 1000) }, 'job done')
  } catch (error) {
    const most = handler?.maxAttempts ?? MAX_ATTEMPTS
    metrics.job(handler ? row.kind : 'unknown', row.attempts >= most ? 'given_up' : 'failed', seconds())
    await write((trx) => postponeJob(trx, row, most, error, clock(), log))
  } finally {
    clearInterval(renewing)
  }
}

/** Writes the next job of every sweep; the key allows only one per period. */
function planner({ recurring, store: { write }, clock }: Parts): () => Promise<void> {
  const planned = new Map<string, number>()
  return async () => {
    const now = clock()
    const next = (every: number) => Math.ceil((now + 1) / every) * every
    // A clock that was ahead and is right again must not stop sweeps until the wrong time is reached.
    const due = recurring.filter(({ kind, every }) => {
      const at = planned.get(kind) ?? now
      return at <= now || at > next(every)
    })
    if (due.length === 0) return
    // Before it started, too: whoever corrects a clock starts the server again.
    const wasAhead = planned.size === 0 || due.some(({ kind }) => (planned.get(kind) ?? now) > now)
    await write(async (trx) => {
      if (wasAhead) await rescheduleFromFuture(trx, now)
      for (const sweep of due) {
        const runAt = next(sweep.every)
        const key = `${sweep.kind}@${runAt}`
        await deleteJobDoneAhead(trx, key, now)
        await writeJob(trx, toJob(sweep), {}, { now, key, runAt })
      }
    })
    for (const { kind, every } of due) planned.set(kind, next(every))
  }
}

const toJob = ({ kind, lane, run }: Recurring): Job => handleJob(defineJob(kind, lane, z.object({})), run)
