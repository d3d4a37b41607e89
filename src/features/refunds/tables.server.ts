/**
 * The account to which a payer wants a refund that the provider cannot make: requested by an operator, given once,
 * sealed.
 */
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

/** `in_batch`: a file for the bank contains it, so it can no longer be changed. */
export type RefundAccountStatus = 'asked' | 'given' | 'in_batch' | 'paid'

export interface RefundAccountTable extends Stateful {
  /** Id of the refund. */
  id: string
  status: RefundAccountStatus
  payable_kind: string
  payable_id: string
  asked_at: number
  given_at: number | null
  /** Sealed `RefundAccount`; `null` before it is given, and again once it is not needed. */
  account: string | null
  /** The last characters of its number. */
  account_tail: string | null
  /** 1: the name does not clearly match the payer's, so an operator checks it. */
  name_unsure: number
  /** Why the bank returned the money: a code of `BANK_REASONS`. */
  reason: string | null
}

export interface RefundTables {
  refund_accounts: RefundAccountTable
}

export const refundMigrations: Migrations = {
  refunds_001_accounts: {
    up: async (db) => {
      await withState(db.schema.createTable('refund_accounts'))
        .addColumn('payable_kind', TEXT, (c) => c.notNull())
        .addColumn('payable_id', TEXT, (c) => c.notNull())
        .addColumn('asked_at', BIGINT, (c) => c.notNull())
        .addColumn('given_at', BIGINT)
        .addColumn('account', TEXT)
        .addColumn('account_tail', TEXT)
        .addColumn('name_unsure', INTEGER, (c) => c.notNull().defaultTo(0))
        .addColumn('reason', TEXT)
        .execute()
      await db.schema.createIndex('refund_accounts_payable').on('refund_accounts').column('payable_id').execute()
      await db.schema
        .createIndex('refund_accounts_status')
        .on('refund_accounts')
        .columns(['status', 'updated_at'])
        .execute()
    },
  },
}
