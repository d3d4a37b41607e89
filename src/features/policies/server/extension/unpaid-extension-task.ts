/** Lists an extension that was requested and is not paid yet among the things that wait for its buyer. */
import { money } from '../../../../lib/money/money.ts'
import { extendPath, extensionPayable, payUntilOf } from './extension-payable.ts'
import type { WaitingPart } from '../../../../server/personal-data/waiting-tasks.ts'

export const waitingTerms: WaitingPart = async (deps, userId) => {
  const now = deps.clock()
  const rows = await deps.db
    .selectFrom('policy_extensions')
    .innerJoin('policies', 'policies.id', 'policy_extensions.policy_id')
    .selectAll('policy_extensions')
    .select(['policies.number'])
    .where('policy_extensions.user_id', '=', userId)
    .where('policy_extensions.status', '=', 'awaiting_payment')
    .where('policy_extensions.expires_at', '>', now)
    .execute()
  const tasks = await Promise.all(
    rows.map(async (row) => {
      if ((await extensionPayable.find(deps, deps.db, row.id, now))?.standing !== 'payable') return []
      return [
        {
          kind: 'extension' as const,
          id: row.id,
          number: row.number,
          amount: money(row.premium_minor, row.currency),
          until: payUntilOf(row),
          path: extendPath(row.policy_id),
        },
      ]
    }),
  )
  return tasks.flat()
}
