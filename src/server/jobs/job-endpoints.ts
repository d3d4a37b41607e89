/**
 * Endpoints that jobs depend on, as a partner's server: one that failed several times in a row is left alone for a
 * while, and its jobs wait without taking a slot. Kept in the database, so that all processes leave it alone (decision
 * 0103).
 */
import type { Trx } from '../db/database.ts'
import { lockFor } from '../db/transaction-lock.ts'
import { LoggedFault } from '../logs/logging.ts'

/** Failures in a row after which an endpoint is left alone. */
const MOST_FAILURES = 3
/** For how long, ms: twice as long after each further failure. */
const FIRST_PAUSE = 60_000
const LONGEST_PAUSE = 30 * 60_000

/** Thrown by a job whose endpoint did not answer, or answered that it is broken. */
export class EndpointFailed extends LoggedFault {}

/** How long an endpoint is left alone after so many failures in a row, ms. */
export const pauseAfter = (failures: number): number =>
  failures < MOST_FAILURES ? 0 : Math.min(FIRST_PAUSE * 2 ** (failures - MOST_FAILURES), LONGEST_PAUSE)

/** Counts a failure. Returns the instant, ms, until which the endpoint is left alone; `now` if it is not. */
export async function recordFailure(trx: Trx, endpoint: string, now: number): Promise<number> {
  await lockFor(trx, `job-endpoint:${endpoint}`)
  const row = await trx
    .selectFrom('job_endpoints')
    .select('failures')
    .where('endpoint', '=', endpoint)
    .executeTakeFirst()
  const failures = (row?.failures ?? 0) + 1
  const set = { failures, paused_until: now + pauseAfter(failures) }
  await trx
    .insertInto('job_endpoints')
    .values({ endpoint, ...set })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(set))
    .execute()
  return set.paused_until
}

/** The endpoint works again, or is to be tried again now. */
export async function forgetFailures(trx: Trx, endpoint: string): Promise<void> {
  await trx.deleteFrom('job_endpoints').where('endpoint', '=', endpoint).execute()
}
