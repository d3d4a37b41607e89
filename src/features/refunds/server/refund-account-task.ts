/** Lists refunds that wait for the account that their payer was asked for. */
import { money } from '../../../lib/money/money.ts'
import { refundAccountPath } from '../contract.ts'
import type { WaitingPart } from '../../../server/personal-data/waiting-tasks.ts'

export const waitingAccounts: WaitingPart = async (deps, userId) => {
  const rows = await deps.db
    .selectFrom('refund_accounts')
    .innerJoin('refunds', 'refunds.id', 'refund_accounts.id')
    .select(['refunds.id', 'refunds.amount_minor', 'refunds.currency'])
    .where('refund_accounts.status', '=', 'asked')
    .where('refunds.status', '=', 'failed')
    .where((eb) =>
      eb.or(
        (['orders', 'policy_extensions', 'policy_changes'] as const).map((table) =>
          eb(
            'refunds.payable_id',
            'in',
            eb.selectFrom(table).select(`${table}.id`).where(`${table}.user_id`, '=', userId),
          ),
        ),
      ),
    )
    .execute()
  return rows.map(({ id, amount_minor: minor, currency }) => ({
    kind: 'refund',
    id,
    number: null,
    amount: money(minor, currency),
    until: null,
    path: refundAccountPath(id),
  }))
}
