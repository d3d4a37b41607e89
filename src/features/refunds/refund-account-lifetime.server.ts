/** How long to wait for the account for a refund, and how long it is kept afterwards. */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Deps } from '../../server/dependencies.ts'

const DAY = 86_400_000

/** Refunds whose payer was recently asked for an account: it is their turn. */
export async function awaitingAccount(db: Deps['db'], now: number): Promise<Set<string>> {
  const rows = await db.selectFrom('refund_accounts').select('id').where('status', '=', 'asked').where('asked_at', '>', now - LIMITS.refundAccountDays * DAY).execute()
  return new Set(rows.map((it) => it.id))
}

/** Accounts are deleted a while after the refund was made, to them or in another way; the refund itself records that. */
export async function deleteRefundAccounts(deps: Deps): Promise<void> {
  const before = deps.clock() - LIMITS.bankAccountDays * DAY
  await deps.write((trx) => trx.updateTable('refund_accounts').set({ account: null }).where('account', 'is not', null)
    .where('id', 'in', trx.selectFrom('refunds').select('id').where('status', '=', 'succeeded').where('updated_at', '<=', before)).execute())
}
