/** Deletes accounts for refunds, `LIMITS.bankAccountDays` after the refund. */
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Deps } from '../../../server/dependencies.ts'

const DAY = 86_400_000

/** Accounts are deleted a while after the refund was made, to them or in another way; the refund itself records that. */
export async function deleteRefundAccounts(deps: Deps): Promise<void> {
  const before = deps.clock() - LIMITS.bankAccountDays * DAY
  await deps.write((trx) =>
    trx
      .updateTable('refund_accounts')
      .set({ account: null })
      .where('account', 'is not', null)
      .where(
        'id',
        'in',
        trx.selectFrom('refunds').select('id').where('status', '=', 'succeeded').where('updated_at', '<=', before),
      )
      .execute(),
  )
}
