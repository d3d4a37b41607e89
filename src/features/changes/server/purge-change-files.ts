/**
 * Files of change requests, and values of requests that changed nothing, are kept as long as questions about the
 * decision are likely.
 */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { DAY_MS } from './when-change-is-due.ts'
import { filesOwner } from './submit-change.ts'

const AT_ONCE = 100

/** Deletes files `changeFileDays` after the decision, and the values of requests that were not approved. */
export async function purgeFiles(deps: Deps): Promise<void> {
  const before = deps.clock() - LIMITS.changeFileDays * DAY_MS
  const rows = await deps.db
    .selectFrom('policy_changes')
    .select(['id', 'status'])
    .where('decided_at', 'is not', null)
    .where('decided_at', '<', before)
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '!=', 'approved'), eb('facts', 'is not', null)]),
        eb.exists(
          eb
            .selectFrom('policy_change_files')
            .select('policy_change_files.id')
            .whereRef('policy_change_files.change_id', '=', 'policy_changes.id'),
        ),
      ]),
    )
    .limit(AT_ONCE)
    .execute()
  for (const { id, status } of rows) {
    const files = await deps.db.selectFrom('files').select('id').where('owner', '=', filesOwner(id)).execute()
    for (const file of files) await deps.files.delete(file.id)
    await deps.write(async (trx) => {
      await trx.deleteFrom('policy_change_files').where('change_id', '=', id).execute()
      if (status !== 'approved')
        await trx.updateTable('policy_changes').set({ facts: null }).where('id', '=', id).execute()
    })
  }
}
