/**
 * Files of change requests, and values of requests that changed nothing, are kept as long as questions about the
 * decision are likely.
 */
import { sql } from 'kysely'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { DAY_MS } from './when-change-is-due.ts'
import { filesOwner } from './submit-change.ts'

const AT_ONCE = 100

/** Deletes files `changeFileDays` after the decision, and the values of requests that were not approved. */
export async function purgeFiles(deps: Deps): Promise<void> {
  const before = deps.clock() - LIMITS.changeFileDays * DAY_MS
  const decided = deps.db
    .selectFrom('policy_changes')
    .select(['policy_changes.id', 'policy_changes.status'])
    .where('decided_at', '<', before)
    .limit(AT_ONCE)
  const withValues = await decided
    // As the index of those values says it.
    .where('status', '!=', sql.lit('approved'))
    .where('facts', 'is not', null)
    .orderBy('decided_at')
    .execute()
  const withFiles = await decided
    .innerJoin('policy_change_files', 'policy_change_files.change_id', 'policy_changes.id')
    .where('policy_change_files.received_at', '<', before)
    .orderBy('policy_change_files.received_at')
    // A request is found once for each of its files.
    .limit(AT_ONCE * LIMITS.maxPhotos)
    .execute()
  const rows = new Map([...withValues, ...withFiles].map((row) => [row.id, row])).values()
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
