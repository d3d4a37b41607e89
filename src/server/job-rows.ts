/** The rows of jobs: writes them, and takes, finishes and postpones them for the outbox. */
import { sql, type Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Store, Trx } from './db/database.ts'
import type { JobTable } from './db/core-tables.ts'
import { newId } from './new-id.ts'
import { LoggedFault } from './logging.ts'
import type { NewJob } from './service-interfaces.ts'
import type { Database } from './database-tables.ts'

/** A job of a process that died runs again after this, ms. */
export const LEASE = 60_000

/** 5 s, 10 s, 20 s … at most 6 h. */
export const backoff = (attempt: number): number => Math.min(5_000 * 2 ** (attempt - 1), 6 * 3_600_000)

/** Writes a job in the caller's transaction where no `Outbox` is available; `now` is the caller's clock, ms. */
export async function writeJob(trx: Trx, { kind, payload, key, runAt }: NewJob, now: number): Promise<void> {
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
    })
    .onConflict((conflict) => conflict.column('dedupe_key').doNothing())
    .execute()
}

/** Is any job due that no process has claimed? Only reads. */
export async function isJobDue(db: Kysely<Database>, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('jobs')
    .select('id')
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', now)
    .where((eb) => eb.or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Claims the oldest due job without a lease, in one statement. */
export async function claimJob(trx: Trx, dialect: Store['dialect'], now: number): Promise<JobTable | undefined> {
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

/** The job has run. Another process that claimed it since is not affected. */
export async function finishJob(trx: Trx, row: JobTable, now: number): Promise<void> {
  await trx
    .updateTable('jobs')
    .set({ done_at: now, lease_until: null })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute()
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
  await trx
    .updateTable('jobs')
    .set({
      lease_until: null,
      last_error: reason,
      ...(dead ? { failed_at: now } : { run_at: now + backoff(row.attempts) }),
    })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute()
}

/** How long, ms, the oldest due job has waited; 0 when none waits. */
export async function outboxLag(db: Kysely<Database>, now: number): Promise<number> {
  const row = await db
    .selectFrom('jobs')
    .select((eb) => eb.fn.min('run_at').as('oldest'))
    .where('done_at', 'is', null)
    .where('failed_at', 'is', null)
    .where('run_at', '<=', now)
    .executeTakeFirst()
  return row?.oldest == null ? 0 : now - row.oldest
}
