/**
 * Accounts for refunds over time: it is their payer's turn for `LIMITS.refundAccountDays`, after that an operator's
 * again; they are deleted a while after the refund, and with the account of their payer.
 */
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { money } from '../../../../lib/money/money.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { WaitingPart } from '../../../../server/personal-data/waiting-tasks.ts'
import { payablesOfUser } from '../payable.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import { refundAccountPath } from '../../contract.ts'

const DAY = 86_400_000

/** Refunds whose payer was recently asked for an account: it is their turn. Nobody is asked about a bank transfer's. */
export async function awaitingAccount(db: Deps['db'], now: number): Promise<Set<string>> {
  const rows = await db
    .selectFrom('refund_accounts')
    .innerJoin('refunds', 'refunds.id', 'refund_accounts.id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('refund_accounts.id')
    .where('refund_accounts.status', '=', 'asked')
    .where('payments.provider', '!=', TRANSFER)
    .where('refund_accounts.asked_at', '>', now - LIMITS.refundAccountDays * DAY)
    .execute()
  return new Set(rows.map((it) => it.id))
}

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

/** Lists refunds that wait for the account that their payer was asked for. */
export const waitingAccounts: WaitingPart = async (deps, userId) => {
  const rows = await deps.db
    .selectFrom('refund_accounts')
    .innerJoin('refunds', 'refunds.id', 'refund_accounts.id')
    .select(['refunds.id', 'refunds.amount_minor', 'refunds.currency'])
    .where('refund_accounts.status', '=', 'asked')
    .where('refunds.status', '=', 'failed')
    .where('refund_accounts.payable_id', 'in', payablesOfUser(deps.db, userId))
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

/** The cashier prevents closing while a refund is in progress; accounts of finished refunds are deleted. */
export async function eraseRefundAccounts(trx: Trx, userId: string): Promise<void> {
  for (const table of ['orders', 'policy_extensions', 'policy_changes'] as const) {
    await trx
      .deleteFrom('refund_accounts')
      .where('payable_id', 'in', trx.selectFrom(table).select('id').where('user_id', '=', userId))
      .execute()
  }
}
