/**
 * Change requests when an account is closed: a waiting one prevents closing; files are deleted, and so are the values
 * of requests that changed nothing.
 */
import { dropFilesOf } from '../../../server/files/drop-owned-files.ts'
import { OPEN } from './change-states.ts'
import { filesOwner } from './submit-change.ts'
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const changeClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId }) => {
    const rows = await db
      .selectFrom('policy_changes')
      .innerJoin('policies', 'policies.id', 'policy_changes.policy_id')
      .select(['policy_changes.id', 'policies.number'])
      .where('policy_changes.user_id', '=', userId)
      .where('policy_changes.status', 'in', [...OPEN])
      .execute()
    return rows.map(({ id, number }) => ({ kind: 'change', id, number, until: null, path: '/personal/modify' }))
  },
  erase: async (deps, trx, { userId }) => {
    const rows = await trx.selectFrom('policy_changes').select('id').where('user_id', '=', userId).execute()
    const ids = rows.map((it) => it.id)
    if (ids.length === 0) return
    await trx.deleteFrom('policy_change_files').where('change_id', 'in', ids).execute()
    await trx
      .updateTable('policy_changes')
      .set({ facts: null })
      .where('id', 'in', ids)
      .where('status', '!=', 'approved')
      .execute()
    await dropFilesOf(deps, trx, ids.map(filesOwner))
  },
}
