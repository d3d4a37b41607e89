/**
 * Applications of paid lists for which a step failed: each stores its error and is tried again automatically, at
 * growing intervals and without end, and does not stop the others. An operator sees them by `health show` and in a
 * list, and can have them tried at once.
 */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { backoff, reasonOf } from '../../../../server/jobs/job-rows.ts'
import { writeEvent } from '../../../../server/transition.ts'
import type { GroupPaymentOrderTable } from '../../../orders/server/door.ts'

type Line = Pick<GroupPaymentOrderTable, 'group_id' | 'order_id' | 'state'>

/** The columns after a successful step, which clears earlier failures. */
export const NO_FAILURE = { failures: null, last_error: null, retry_at: null } as const

/** Runs one application's step in a transaction of its own; an error is stored with the application. */
export async function tryAlone(deps: Deps, line: Line, step: (trx: Trx) => Promise<void>): Promise<void> {
  try {
    await deps.write(step)
  } catch (error) {
    deps.log.error(
      { group: line.group_id, order: line.order_id, state: line.state, err: error },
      'an application of a group payment failed',
    )
    await deps.write((trx) => recordFailure(deps, trx, line, error))
  }
}

async function recordFailure(
  { clock }: Deps,
  trx: Trx,
  { group_id: group, order_id: order, state }: Line,
  error: unknown,
): Promise<void> {
  const row = await trx
    .selectFrom('group_payment_orders')
    .select('failures')
    .where('group_id', '=', group)
    .where('order_id', '=', order)
    .executeTakeFirst()
  const failures = (row?.failures ?? 0) + 1
  await trx
    .updateTable('group_payment_orders')
    .set({ failures, last_error: reasonOf(error), retry_at: clock() + backoff(failures) })
    .where('group_id', '=', group)
    .where('order_id', '=', order)
    .where('state', '=', state)
    .execute()
}

/** All that failed and did not succeed since, oldest list first. */
export const failingApplications = ({ db }: Pick<Deps, 'db'>): Promise<GroupPaymentOrderTable[]> =>
  db
    .selectFrom('group_payment_orders')
    .selectAll()
    .where('retry_at', 'is not', null)
    .where('state', 'in', ['held', 'credited'])
    .orderBy('group_id')
    .orderBy('position')
    .execute()

/** Lets all failing ones of a list be tried now; returns how many there are. */
export async function retryFailing(
  { write, clock }: Deps,
  group: string,
  { by, why }: { by: string; why: string },
): Promise<number> {
  return write(async (trx) => {
    const done = await trx
      .updateTable('group_payment_orders')
      .set({ retry_at: clock() })
      .where('group_id', '=', group)
      .where('retry_at', 'is not', null)
      .where('state', 'in', ['held', 'credited'])
      .executeTakeFirst()
    const applications = Number(done.numUpdatedRows)
    await writeEvent(trx, {
      entity: 'group_payment',
      entity_id: group,
      at: clock(),
      by,
      from_status: 'paid',
      to_status: 'retried',
      why,
      data: { applications },
    })
    return applications
  })
}

/** For `health show`. */
export const groupFigures = async (deps: Deps): Promise<Record<string, number>> => ({
  groupStudentsFailing: (await failingApplications(deps)).length,
})
