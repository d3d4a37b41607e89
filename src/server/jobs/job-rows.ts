/** The rows of jobs: writes them, and takes, finishes and postpones them for the outbox. */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Store, Trx } from '../db/database.ts'
import type { JobTable } from '../db/core-tables.ts'
import type { JobDeclaration, JobOptions, PayloadOf } from './define-job.ts'
import { storeState } from '../db/store-mark.ts'
import { lockFor } from '../db/transaction-lock.ts'
import { EndpointFailed, forgetFailures, recordFailure } from './job-endpoints.ts'
import type { LaneJobs } from './job-lanes.ts'
import { newId } from '../new-id.ts'
import { LoggedFault } from '../logs/logging.ts'
import type { Database } from '../db/database-rows.ts'

/** A job of a process that died runs again after this, ms. */
export const LEASE = 60_000

/** 5 s, 10 s, 20 s … at most 6 h. */
export const backoff = (attempt: number): number => Math.min(5_000 * 2 ** (attempt - 1), 6 * 3_600_000)

/** Writes a job in the caller's transaction where no `Outbox` is available; `now` is the caller's clock, ms. */
export async function writeJob<S extends z.core.$ZodType>(
  trx: Trx,
  { kind }: JobDeclaration<S>,
  payload: PayloadOf<S>,
  { now, key, runAt, endpoint }: JobOptions & { now: number },
): Promise<void> {
  await trx
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      dedupe_key: key ?? null,
      run_at: runAt ?? now,
      attempts: 0,
      lease_until: null,
      created_at: now,
      done_at: null,
      failed_at: null,
      last_error: null,
      endpoint: endpoint ?? null,
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** Deletes a job that is done at an instant which lies ahead: the clock was wrong then, and the job is due again. */
export async function deleteJobDoneAhead(trx: Trx, key: string, now: number): Promise<void> {
  await trx.deleteFrom('jobs').where('dedupe_key', '=', key).where('done_at', '>', now).execute()
}

/**
 * Jobs that may be claimed now: due, of no other process, and not of an endpoint that is left alone or that another job
 * is using.
 */
function claimable(now: number, lane?: LaneJobs): RawBuilder<unknown> {
  const open = sql`done_at is null and failed_at is null`
  const kinds = sql.join((lane?.kinds ?? []).map((kind) => sql.val(kind)))
  const own =
    lane === undefined || lane.kinds.length === 0
      ? sql`true`
      : lane.others
        ? sql`kind not in (${kinds})`
        : sql`kind in (${kinds})`
  return sql`${open} and run_at <= ${now} and (lease_until is null or lease_until <= ${now}) and ${own}
    and (endpoint is null or endpoint not in (
      select endpoint from job_endpoints where paused_until > ${now}
      union all select endpoint from jobs where endpoint is not null and ${open} and lease_until > ${now}))`
}

/** The lanes that have a job to claim. Only reads, in one query, so that an idle worker costs little. */
export async function lanesDue(db: Kysely<Database>, lanes: readonly LaneJobs[], now: number): Promise<LaneJobs[]> {
  const each = lanes.map(
    (lane, i) =>
      sql`case when exists (select 1 from jobs where ${claimable(now, lane)}) then 1 else 0 end as ${sql.id(`l${i}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`select ${sql.join(each)}`.execute(db)
  return lanes.filter((_, i) => rows[0]?.[`l${i}`] === 1)
}

/** Claims the oldest due job of a lane, or of any, in one statement; none while jobs rest. */
export async function claimJob(
  trx: Trx,
  dialect: Store['dialect'],
  now: number,
  lane?: LaneJobs,
): Promise<JobTable | undefined> {
  if ((await storeState(trx)) !== 'open') return undefined
  // Two processes would otherwise both find that no job of an endpoint is running.
  if (lane?.byEndpoint) await lockFor(trx, `lane:${lane.lane}`)
  const skip = dialect === 'postgres' ? sql`for update skip locked` : sql``
  const { rows } = await sql<JobTable>`
    update jobs set attempts = attempts + 1, lease_until = ${now + LEASE}
    where id = (
      select id from jobs where ${claimable(now, lane)}
      order by run_at, id limit 1 ${skip}
    ) returning *`.execute(trx)
  return rows[0]
}

/** The job still runs. */
export async function extendLease(trx: Trx, { id, attempts }: JobTable, now: number): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ lease_until: now + LEASE })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('lease_until', 'is not', null)
    .execute()
}

/** The job has run. Another process that claimed it since is not affected. */
export async function finishJob(trx: Trx, row: JobTable, now: number): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ done_at: now, lease_until: null })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute()
  if (row.endpoint !== null) await forgetFailures(trx, row.endpoint)
}

/** An error as a table may hold it: its name and the driver's code, without the driver's message, which quotes values. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  if (error instanceof LoggedFault) return error.message
  return 'code' in error && typeof error.code === 'string' ? `${error.name} ${error.code}` : error.name
}

/** The job has failed: it is tried again later, or given up after `max` attempts. */
export async function postponeJob(
  trx: Trx,
  row: JobTable,
  max: number,
  error: unknown,
  now: number,
  log: Logger,
): Promise<void> {
  const dead = row.attempts >= max
  const reason = reasonOf(error)
  log[dead ? 'error' : 'warn'](
    { job: row.kind, id: row.id, attempt: row.attempts, err: error },
    dead ? 'job given up' : 'job failed',
  )
  const again = Math.max(now + backoff(row.attempts), await endpointReady(trx, row, error, now))
  await trx
    .updateTable('jobs')
    .set({
      lease_until: null,
      last_error: reason,
      ...(dead ? { failed_at: now } : { run_at: again }),
    })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute()
}

/**
 * After a clock that was ahead was corrected: what was to run at once is due now, and nobody holds a job for longer
 * than a lease. Allows other machines to be ahead by a lease.
 */
export async function rescheduleFromFuture(trx: Trx, now: number): Promise<void> {
  const jobs = trx.updateTable('jobs')
  await jobs
    .set({ run_at: now })
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('created_at', '>', now + LEASE)
    .whereRef('run_at', '<=', 'created_at')
    .execute()
  await jobs
    .set({ lease_until: null })
    .where('lease_until', '>', now + 2 * LEASE)
    .execute()
}

/** When the endpoint of a job that failed may be used again. Any other failure shows that it answers. */
async function endpointReady(trx: Trx, { endpoint }: JobTable, error: unknown, now: number): Promise<number> {
  if (endpoint === null) return now
  if (error instanceof EndpointFailed) return recordFailure(trx, endpoint, now)
  await forgetFailures(trx, endpoint)
  return now
}

/**
 * How long, ms, the oldest due job has waited that needs nobody else; 0 when none waits. A mail server or a partner
 * that does not answer must not make this server look as if it did not work.
 */
export async function outboxLag(db: Kysely<Database>, lanes: readonly LaneJobs[], now: number): Promise<number> {
  const outside = lanes.filter((it) => !it.ofOurOwn).flatMap((it) => it.kinds)
  const row = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.min('run_at').as('oldest'))
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', now)
    .$if(outside.length > 0, (query) => query.where('kind', 'not in', outside))
    .executeTakeFirst()
  return row?.oldest == null ? 0 : now - row.oldest
}
