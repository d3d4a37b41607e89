/** Lists an approved change whose difference in premium is not paid yet among the things that wait for its buyer. */
import { money } from '../../../lib/money/money.ts'
import { endorsementPayable } from './endorsement-payable.ts'
import type { WaitingPart } from '../../../server/personal-data/waiting-tasks.ts'

export const waitingDifferences: WaitingPart = async (deps, userId) => {
  const rows = await deps.db
    .selectFrom('policy_changes')
    .innerJoin('policies', 'policies.id', 'policy_changes.policy_id')
    .select(['policy_changes.id', 'policy_changes.premium_change', 'policies.number', 'policies.currency'])
    .where('policy_changes.user_id', '=', userId)
    .where('policy_changes.status', '=', 'awaiting_payment')
    .execute()
  const tasks = await Promise.all(
    rows.map(async ({ id, number, premium_change: difference, currency }) => {
      const payment = await endorsementPayable.find(deps, deps.db, id, deps.clock())
      if (payment?.standing !== 'payable') return []
      return [
        {
          kind: 'change' as const,
          id,
          number,
          amount: money(Number(difference), currency),
          until: payment.payUntil ?? null,
          path: '/personal/modify',
        },
      ]
    }),
  )
  return tasks.flat()
}
