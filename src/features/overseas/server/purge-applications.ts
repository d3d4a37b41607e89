/** Deletes applications some time after they were closed, and those that nobody closed after a year (privacy policy). */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { applicationMachine } from './application-states.ts'
import { DAY_MS } from './when-application-is-due.ts'

const AT_ONCE = 100

export async function purgeApplications(deps: Deps): Promise<void> {
  const now = deps.clock()
  const rows = await deps.db
    .selectFrom('overseas_applications')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('closed_at', '<', now - LIMITS.overseasClosedDays * DAY_MS),
        eb('updated_at', '<', now - LIMITS.unfinishedDays * DAY_MS),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  if (rows.length > 0)
    await deps.write((trx) =>
      deleteApplications(
        deps,
        trx,
        rows.map(({ id }) => id),
        'retention',
      ),
    )
}

export async function deleteApplications(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  ids: readonly string[],
  why: string,
): Promise<void> {
  if (ids.length === 0) return
  await trx.deleteFrom('overseas_applications').where('id', 'in', ids).execute()
  await purgeEvents(trx, applicationMachine.entity, ids, { at: deps.clock(), why })
}
