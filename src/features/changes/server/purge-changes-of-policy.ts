/** Deletes the change requests of a policy after its retention (decision 0056). */
import type { Trx } from '../../../server/db/database.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { OPEN } from './change-states.ts'

/**
 * Deletes the change requests of a policy and their events; their files were deleted after the decision. False while
 * one is undecided, which keeps its policy.
 */
export async function purgeChangesOf(trx: Trx, policyId: string, at: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('policy_changes')
    .select(['id', 'status'])
    .where('policy_id', '=', policyId)
    .execute()
  if (rows.some(({ status }) => OPEN.some((it) => it === status))) return false
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return true
  await trx.deleteFrom('policy_change_files').where('change_id', 'in', ids).execute()
  await trx.deleteFrom('policy_changes').where('id', 'in', ids).execute()
  await purgeEvents(trx, 'policy_change', ids, { at, why: 'retention' })
  return true
}
