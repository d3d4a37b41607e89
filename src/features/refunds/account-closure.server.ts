/** Accounts for refunds when an account is closed: a refund under way stands against it at the cashier; what was given for one that is over goes. */
import type { ClosurePart } from '../../server/dependencies.ts'

export const refundAccountClosure: ClosurePart = {
  erase: async (_deps, trx, { userId }) => {
    for (const table of ['orders', 'policy_extensions', 'policy_changes'] as const) {
      await trx.deleteFrom('refund_accounts').where('payable_id', 'in', trx.selectFrom(table).select('id').where('user_id', '=', userId)).execute()
    }
  },
}
