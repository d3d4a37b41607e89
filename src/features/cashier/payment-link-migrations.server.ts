/** Payment links: somebody else is asked to pay a payable. */
import type { Kysely } from 'kysely'
import { BIGINT, TEXT, withState } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export const linkMigrations: Migrations = {
  cashier_083_link_shown_for: { up: linkShownFor },
  cashier_051_link_type: { up: linkType },
  cashier_050_payment_links: { up: paymentLinks },
}

async function linkType(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payment_links').addColumn('type', TEXT).execute()
}

async function linkShownFor(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payment_links').addColumn('shown_for', BIGINT).execute()
}

async function paymentLinks(db: Kysely<never>): Promise<void> {
  await withState(db.schema.createTable('payment_links'))
    .addColumn('payable_kind', TEXT, (c) => c.notNull())
    .addColumn('payable_id', TEXT, (c) => c.notNull())
    .addColumn('token_hash', TEXT, (c) => c.notNull().unique())
    .addColumn('token', TEXT, (c) => c.notNull())
    .addColumn('made_by', TEXT, (c) => c.notNull())
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('expires_at', BIGINT, (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('payment_links_payable')
    .on('payment_links')
    .columns(['payable_kind', 'payable_id'])
    .execute()
  await db.schema.createIndex('payment_links_expires').on('payment_links').column('expires_at').execute()
  await db.schema.alterTable('payments').addColumn('link_id', TEXT).execute()
  // Each time one of several payers looks at a payment, the database is asked who began it.
  await db.schema.createIndex('payment_keys_payment').on('payment_keys').column('payment_id').execute()
}
