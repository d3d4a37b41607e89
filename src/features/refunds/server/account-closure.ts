/**
 * Accounts for refunds when an account is closed: the cashier prevents closing while a refund is in progress; those of
 * finished refunds are deleted.
 */
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const refundAccountClosure: ClosurePart = {
  erase: async (_deps, trx, { userId }) => {
    for (const table of ['orders', 'policy_extensions', 'policy_changes'] as const) {
      await trx
        .deleteFrom('refund_accounts')
        .where('payable_id', 'in', trx.selectFrom(table).select('id').where('user_id', '=', userId))
        .execute()
    }
  },
}
