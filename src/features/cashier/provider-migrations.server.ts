/**
 * Columns that different gateways need for a payment: a QR code, a call in the page, its expiry, and the browser in
 * which it was begun; and who ended it.
 */
import { sql, type Kysely } from 'kysely'
import { BIGINT, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export const providerMigrations: Migrations = {
  cashier_060_pay_actions: { up: payActions },
  cashier_084_taken_over: { up: takenOver },
  cashier_085_ended_by: { up: endedBy },
}

async function payActions(db: Kysely<never>): Promise<void> {
  for (const column of ['pay_qr', 'pay_in_page'])
    await db.schema.alterTable('payments').addColumn(column, TEXT).execute()
  await db.schema.alterTable('payments').addColumn('pay_action_until', BIGINT).execute()
  await db.schema
    .alterTable('payments')
    .addColumn('browser', TEXT, (c) => c.notNull().defaultTo('other'))
    .execute()
}

async function takenOver(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('taken_over_at', BIGINT).execute()
}

async function endedBy(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('ended_by', TEXT).execute()
  await db.schema.alterTable('payments').dropColumn('taken_over_at').execute()
  // Closing an account looks for its rows.
  await sql`create index payments_ended_by on payments (ended_by) where ended_by is not null`.execute(db)
}
