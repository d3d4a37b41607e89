/**
 * The account to which a payer wants a refund that the provider cannot make: requested by an operator, given once,
 * sealed.
 */
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'

/** `in_batch`: a file for the bank contains it, so it can no longer be changed. */
export type RefundAccountStatus = 'asked' | 'given' | 'in_batch' | 'paid'

const refundAccounts = defineTable('refund_accounts', {
  columns: {
    ...stateful<RefundAccountStatus>(),
    payable_kind: text(),
    payable_id: text(),
    asked_at: bigint(),
    given_at: bigint().orNull(),
    /** Sealed `RefundAccount`; `null` before it is given, and again once it is not needed. */
    account: text().orNull().sealed('refund_accounts.account'),
    /** The last characters of its number. */
    account_tail: text().orNull(),
    /** 1: the name does not clearly match the payer's, so an operator checks it. */
    name_unsure: integer().else(0),
    /** Why the bank returned the money: a code of `BANK_REASONS`. */
    reason: text().orNull(),
  },
  indexes: {
    refund_accounts_payable: ['payable_id'],
    refund_accounts_status: ['status', 'updated_at'],
  },
  copy: { file: 'payments', by: 'payable_id', of: 'payables' },
  afterClosing: 'gone',
  growth: { each: 'refunds', most: 'one' },
})
export type RefundAccountTable = RowOf<typeof refundAccounts>

export const refundTables = { refund_accounts: refundAccounts }

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof refundTables> {}
}
