/** Requests to change a policy's people, and the files that prove them. Values are sealed. */
import { sql } from 'kysely'
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import type { Lang } from '../../lib/locale.ts'
import type { ChangeItem, ChangeReason, ChangeSide, ChangeStatus } from './contract.ts'

export interface ChangeTables {
  policy_changes: PolicyChangeTable
  policy_change_files: ChangeFileTable
}

export interface PolicyChangeTable extends Stateful {
  status: ChangeStatus
  policy_id: string
  user_id: string
  /** The browser's key: sending the same again is harmless. Unique with the user. */
  submission_key: string
  who: 'policyholder' | 'insured'
  item: ChangeItem
  /** Which name or number; `null` in requests from before this was asked for: that of the ID. */
  side: ChangeSide | null
  /** Sealed `ChangeFacts`; `null` once it was purged. */
  facts: string | null
  /** Language in which its sender is told the result. */
  lang: Lang
  submitted_at: number
  decided_at: number | null
  reason: ChangeReason | null
  /** Minor units by which the premium changes, once decided; `null` for none. */
  premium_change: number | null
  /** For one to be paid: the version of the policy that it was computed for, and until when it can be paid, ms. */
  base_version: number | null
  pay_until: number | null
}

export interface ChangeFileTable {
  /** Id of the receipt. */
  id: string
  change_id: string
  sha256: string
  received_at: number
  /** The stored file, once it was checked; or why there is none. */
  file_id: string | null
  failed: string | null
}

export const changeMigrations: Migrations = {
  policy_changes_002_premium: {
    up: async (db) => {
      await db.schema.alterTable('policy_changes').addColumn('premium_change', BIGINT).execute()
      await db.schema.alterTable('policy_changes').addColumn('base_version', INTEGER).execute()
      await db.schema.alterTable('policy_changes').addColumn('pay_until', BIGINT).execute()
      // A request that waits for payment is open, too.
      await sql`drop index policy_changes_open`.execute(db)
      await sql`create unique index policy_changes_open on policy_changes (policy_id) where status in ('submitted', 'awaiting_payment')`.execute(
        db,
      )
    },
  },
  policy_changes_003_side: {
    up: async (db) => {
      await db.schema.alterTable('policy_changes').addColumn('side', TEXT).execute()
    },
  },
  // Named so that it runs after the policies' tables: PostgreSQL accepts no reference to a table that does not exist
  // yet.
  policy_changes_001_tables: {
    up: async (db) => {
      await withState(db.schema.createTable('policy_changes'))
        .addColumn('policy_id', TEXT, (c) => c.notNull().references('policies.id'))
        .addColumn('user_id', TEXT, (c) => c.notNull().references('users.id'))
        .addColumn('submission_key', TEXT, (c) => c.notNull())
        .addColumn('who', TEXT, (c) => c.notNull())
        .addColumn('item', TEXT, (c) => c.notNull())
        .addColumn('facts', TEXT)
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('submitted_at', BIGINT, (c) => c.notNull())
        .addColumn('decided_at', BIGINT)
        .addColumn('reason', TEXT)
        .addUniqueConstraint('policy_changes_key', ['user_id', 'submission_key'])
        .execute()
      // At most one waiting request per policy, even with concurrent calls.
      await sql`create unique index policy_changes_open on policy_changes (policy_id) where status = 'submitted'`.execute(
        db,
      )
      await db.schema
        .createIndex('policy_changes_status')
        .on('policy_changes')
        .columns(['status', 'submitted_at'])
        .execute()
      await db.schema
        .createIndex('policy_changes_user')
        .on('policy_changes')
        .columns(['user_id', 'submitted_at'])
        .execute()
      await db.schema
        .createTable('policy_change_files')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('change_id', TEXT, (c) => c.notNull().references('policy_changes.id'))
        .addColumn('sha256', TEXT, (c) => c.notNull())
        .addColumn('received_at', BIGINT, (c) => c.notNull())
        .addColumn('file_id', TEXT)
        .addColumn('failed', TEXT)
        .addUniqueConstraint('policy_change_files_once', ['change_id', 'sha256'])
        .execute()
    },
  },
}
