/**
 * What happens to claims when an account is closed: an unfinished one prevents closing, drafts are deleted, sent ones
 * stay with their policy.
 */
import { progressPath } from '../rules/claim-paths.ts'
import { deleteClaim, isFinished } from './purge-claims.ts'
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const claimClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId }) => {
    const rows = await db
      .selectFrom('claims')
      .select(['id', 'case_number', 'status', 'closed_at'])
      .where('user_id', '=', userId)
      .where('status', '!=', 'draft')
      .orderBy('created_at')
      .execute()
    return rows
      .filter((row) => !isFinished(row))
      .map(({ id, case_number: number }) => ({
        kind: 'claim',
        id,
        number: number ?? '',
        until: null,
        path: progressPath(id),
      }))
  },
  erase: async (deps, trx, { userId }) => {
    const rows = await trx
      .selectFrom('claims')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', 'in', ['draft', 'discarded'])
      .execute()
    for (const { id } of rows) await deleteClaim(deps, trx, id, 'account closed')
  },
}
