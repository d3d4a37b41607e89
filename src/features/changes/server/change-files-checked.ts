/**
 * What happens to a request's files after their check. A request that is left without a usable file is refused, and its
 * sender is told why.
 */
import type { IncomingKind } from '../../../server/intake/check-worker.ts'
import { reject } from './decide-change.ts'
import { CHANGE_FILES } from './submit-change.ts'

export const changeFiles: IncomingKind = {
  kind: CHANGE_FILES,
  checked: async (_deps, trx, receipt, { file }) => {
    const found = await trx
      .selectFrom('policy_change_files')
      .innerJoin('policy_changes', 'policy_changes.id', 'policy_change_files.change_id')
      .select('policy_change_files.id')
      .where('policy_change_files.id', '=', receipt)
      .where('status', '=', 'submitted')
      .executeTakeFirst()
    if (!found) return false
    await trx.updateTable('policy_change_files').set({ file_id: file.id }).where('id', '=', receipt).execute()
    return true
  },
  failed: async (deps, trx, receipt, code) => {
    const file = await trx.selectFrom('policy_change_files').selectAll().where('id', '=', receipt).executeTakeFirst()
    if (!file) return
    await trx.updateTable('policy_change_files').set({ failed: code }).where('id', '=', receipt).execute()
    const left = await trx
      .selectFrom('policy_change_files')
      .select('id')
      .where('change_id', '=', file.change_id)
      .where('failed', 'is', null)
      .executeTakeFirst()
    const row = await trx
      .selectFrom('policy_changes')
      .select('status')
      .where('id', '=', file.change_id)
      .executeTakeFirst()
    if (!left && row?.status === 'submitted')
      await reject(deps, trx, file.change_id, 'document_unreadable', { by: 'system', why: code })
  },
}
