/** Requested next terms: each waits to be paid, and then becomes a policy. */
import {
  bigint,
  defineTable,
  integer,
  stateful,
  text,
  type RowOf,
  type RowsOf,
} from '../../../../server/db/define-table.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import type { ExtensionStatus } from './extension-states.ts'

const policyExtensions = defineTable('policy_extensions', {
  columns: {
    ...stateful<ExtensionStatus>(),
    policy_id: text().of('policies'),
    user_id: text(),
    /** The version of the policy that the price was computed for: after another change no payment is accepted. */
    base_version: integer(),
    /** First and last day of the next term. */
    first_day: text(),
    ends: text(),
    premium_minor: bigint(),
    currency: text<Currency>(),
    /** Sealed: the health answers and the questions as shown. `null` once it is given up or has expired. */
    declaration: text().orNull().sealed('policy_extensions.declaration'),
    created_at: bigint(),
    /** No payment is accepted after this, ms. */
    expires_at: bigint(),
  },
  indexes: {
    policy_extensions_pending: { on: ['policy_id'], unique: true, where: "status = 'awaiting_payment'" },
    policy_extensions_policy: ['policy_id', 'created_at'],
    policy_extensions_user: ['user_id'],
  },
  copy: { file: 'policies', by: 'user_id', of: 'users' },
  afterClosing: { kept: 'with the policy' },
  growth: { limits: ['extensionsDay'] },
})
export type ExtensionTable = RowOf<typeof policyExtensions>

export const extensionTables = { policy_extensions: policyExtensions }

declare module '../../../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof extensionTables> {}
}
