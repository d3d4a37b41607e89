/** Requested extensions: each waits to be paid, and then becomes a version of its policy. */
import { sql } from 'kysely'
import { BIGINT, INTEGER, TEXT, withState, type Stateful } from '../../../server/db/column-types.ts'
import type { Migrations } from '../../../server/db/migration-type.ts'
import type { Currency } from '../../../lib/money.ts'
import type { ExtensionStatus } from './extension-states.server.ts'

export interface ExtensionTables {
  policy_extensions: ExtensionTable
}

export interface ExtensionTable extends Stateful {
  status: ExtensionStatus
  policy_id: string
  user_id: string
  /** The version of the policy that the price was computed for: after another change no payment is accepted. */
  base_version: number
  /** First and last day of the next term. */
  first_day: string
  ends: string
  premium_minor: number
  currency: Currency
  /** Sealed: the health answers and the questions as shown. `null` once it is given up or has expired. */
  declaration: string | null
  created_at: number
  /** No payment is accepted after this, ms. */
  expires_at: number
}

export const extensionMigrations: Migrations = {
  policies_050_extensions: {
    up: async (db) => {
      await withState(db.schema.createTable('policy_extensions'))
        .addColumn('policy_id', TEXT, (c) => c.notNull().references('policies.id'))
        .addColumn('user_id', TEXT, (c) => c.notNull())
        .addColumn('base_version', INTEGER, (c) => c.notNull())
        .addColumn('first_day', TEXT, (c) => c.notNull())
        .addColumn('ends', TEXT, (c) => c.notNull())
        .addColumn('premium_minor', BIGINT, (c) => c.notNull())
        .addColumn('currency', TEXT, (c) => c.notNull())
        .addColumn('declaration', TEXT)
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('expires_at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('policy_extensions_policy')
        .on('policy_extensions')
        .columns(['policy_id', 'created_at'])
        .execute()
      // Only one may wait to be paid: of two, both could be paid.
      await sql`create unique index policy_extensions_pending on policy_extensions (policy_id) where status = 'awaiting_payment'`.execute(
        db,
      )
    },
  },
}
