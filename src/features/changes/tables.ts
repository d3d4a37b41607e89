/** Requests to change a policy's people, and the files that prove them. Values are sealed. */
import { bigint, defineTable, integer, stateful, text, type RowOf, type RowsOf } from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { ChangeItem, ChangeReason, ChangeSide, ChangeStatus } from './contract.ts'

const policyChanges = defineTable('policy_changes', {
  columns: {
    ...stateful<ChangeStatus>(),
    policy_id: text().of('policies'),
    user_id: text().of('users'),
    /** The browser's key: sending the same again is harmless. Unique with the user. */
    submission_key: text(),
    who: text<'policyholder' | 'insured'>(),
    item: text<ChangeItem>(),
    /** Which name or number; `null` in requests from before this was asked for: that of the ID. */
    side: text<ChangeSide>().orNull(),
    /** Sealed `ChangeFacts`; `null` once it was purged. */
    facts: text().orNull().sealed('changes.facts'),
    /** Language in which its sender is told the result. */
    lang: text<Lang>(),
    submitted_at: bigint(),
    decided_at: bigint().orNull(),
    reason: text<ChangeReason>().orNull(),
    /** Minor units by which the premium changes, once decided; `null` for none. */
    premium_change: bigint().orNull(),
    /** For one to be paid: the version of the policy that it was computed for, and until when it can be paid, ms. */
    base_version: integer().orNull(),
    pay_until: bigint().orNull(),
  },
  unique: { policy_changes_key: ['user_id', 'submission_key'] },
  indexes: {
    policy_changes_open: { on: ['policy_id'], unique: true, where: "status in ('submitted', 'awaiting_payment')" },
    policy_changes_status: ['status', 'submitted_at'],
    policy_changes_user: ['user_id', 'submitted_at'],
    policy_changes_policy: ['policy_id'],
    policy_changes_values: { on: ['decided_at'], where: "facts is not null and status <> 'approved'" },
  },
  copy: { file: 'changes', by: 'id', of: 'changes' },
  afterClosing: { kept: 'with the policy' },
  growth: { limits: ['changesDay'] },
})
export type PolicyChangeTable = RowOf<typeof policyChanges>

const policyChangeFiles = defineTable('policy_change_files', {
  columns: {
    /** Id of the receipt. */
    id: text().key(),
    change_id: text().of('policy_changes'),
    sha256: text(),
    received_at: bigint(),
    /** The stored file, once it was checked; or why there is none. */
    file_id: text().orNull(),
    failed: text().orNull(),
  },
  unique: { policy_change_files_once: ['change_id', 'sha256'] },
  indexes: {
    policy_change_files_received: ['received_at'],
  },
  copy: { file: 'changes', by: 'change_id', of: 'changes' },
  afterClosing: 'gone',
  growth: { limits: ['maxPhotos'] },
})
export type ChangeFileTable = RowOf<typeof policyChangeFiles>

export const changeTables = { policy_changes: policyChanges, policy_change_files: policyChangeFiles }

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof changeTables> {}
}
