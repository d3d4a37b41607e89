/** How the tables of payments came about: a migration that ran is never changed, and keeps its name. */
import { sql, type Kysely } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import { linkMigrations } from './payment-link-migrations.server.ts'
import { payableMigrations } from './payable-migrations.server.ts'
import { providerMigrations } from './provider-migrations.server.ts'

export const cashierMigrations: Migrations = {
  cashier_001_payments: { up: payments },
  cashier_002_notifications: { up: notifications },
  cashier_003_refunds: { up: refunds },
  cashier_020_refund_attempts: { up: attempts },
  cashier_004_codes: { up: codes },
  cashier_030_refund_requests: { up: refundRequests },
  ...payableMigrations,
  ...linkMigrations,
  ...providerMigrations,
}

async function payments(db: Kysely<never>): Promise<void> {
  await withState(db.schema.createTable('payments'))
    .addColumn('order_id', TEXT, (c) => c.notNull())
    .addColumn('provider', TEXT, (c) => c.notNull())
    .addColumn('method', TEXT, (c) => c.notNull())
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('currency', TEXT, (c) => c.notNull())
    .addColumn('paid_minor', BIGINT)
    .addColumn('paid_currency', TEXT)
    .addColumn('refund_minor', BIGINT, (c) => c.notNull().defaultTo(0))
    .addColumn('gateway_ref', TEXT)
    .addColumn('pay_url', TEXT)
    .addColumn('failure', TEXT)
    .addColumn('return_url', TEXT, (c) => c.notNull())
    .addColumn('lang', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('started_at', BIGINT)
    .addColumn('settled_at', BIGINT)
    .addColumn('checked_at', BIGINT)
    .addColumn('expires_at', BIGINT, (c) => c.notNull())
    .addCheckConstraint('payments_refund_within', sql`refund_minor >= 0 and refund_minor <= coalesce(paid_minor, 0)`)
    .execute()
  await db.schema.createIndex('payments_order').on('payments').columns(['order_id', 'created_at']).execute()
  // One open payment per order: if two were open, both could be paid.
  await sql`create unique index payments_open on payments (order_id) where status in ('created', 'started')`.execute(db)
  await sql`create index payments_unsettled on payments (checked_at) where status in ('created', 'started')`.execute(db)
  await db.schema
    .createTable('payment_keys')
    .addColumn('requester', TEXT, (c) => c.notNull())
    .addColumn('key', TEXT, (c) => c.notNull())
    .addColumn('request_hash', TEXT, (c) => c.notNull())
    .addColumn('payment_id', TEXT, (c) => c.notNull())
    .addColumn('at', BIGINT, (c) => c.notNull())
    .addPrimaryKeyConstraint('payment_keys_pk', ['requester', 'key'])
    .execute()
}

async function notifications(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('payment_notifications')
    .addColumn('id', TEXT, (c) => c.primaryKey())
    .addColumn('provider', TEXT, (c) => c.notNull())
    .addColumn('event_id', TEXT, (c) => c.notNull())
    .addColumn('payload', JSON_TEXT, (c) => c.notNull())
    .addColumn('verified_at', BIGINT, (c) => c.notNull())
    .addUniqueConstraint('payment_notifications_event', ['provider', 'event_id'])
    .execute()
  await db.schema
    .createTable('payment_nonces')
    .addColumn('nonce', TEXT, (c) => c.primaryKey())
    .addColumn('at', BIGINT, (c) => c.notNull())
    .execute()
}

async function refunds(db: Kysely<never>): Promise<void> {
  await withState(db.schema.createTable('refunds'))
    .addColumn('payment_id', TEXT, (c) => c.notNull())
    .addColumn('order_id', TEXT, (c) => c.notNull())
    .addColumn('amount_minor', BIGINT, (c) => c.notNull())
    .addColumn('currency', TEXT, (c) => c.notNull())
    .addColumn('reason', TEXT, (c) => c.notNull())
    .addColumn('why', TEXT)
    .addColumn('gateway_ref', TEXT)
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('submitted_at', BIGINT)
    .addColumn('settled_at', BIGINT)
    .addCheckConstraint('refunds_positive', sql`amount_minor > 0`)
    .execute()
  await db.schema.createIndex('refunds_payment').on('refunds').column('payment_id').execute()
  await db.schema.createIndex('refunds_order').on('refunds').column('order_id').execute()
  await sql`create index refunds_unsettled on refunds (updated_at) where status in ('approved', 'submitted')`.execute(
    db,
  )
}

async function attempts(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('refunds')
    .addColumn('attempt', INTEGER, (c) => c.notNull().defaultTo(1))
    .execute()
  await db.schema
    .alterTable('refunds')
    .addColumn('way', TEXT, (c) => c.notNull().defaultTo('provider'))
    .execute()
  await sql`create index refunds_failed on refunds (updated_at) where status = 'failed'`.execute(db)
}

async function refundRequests(db: Kysely<never>): Promise<void> {
  for (const column of ['request_id', 'requested_by', 'subject']) {
    await db.schema
      .alterTable('refunds')
      .addColumn(column, TEXT, (c) => c.notNull().defaultTo(''))
      .execute()
  }
  await db.schema
    .alterTable('refunds')
    .addColumn('lines', JSON_TEXT, (c) => c.notNull().defaultTo('[]'))
    .execute()
  await db.schema.alterTable('refunds').addColumn('reviewed_by', TEXT).execute()
  await sql`update refunds set request_id = id, requested_by = case when reason = 'operator' then 'operator' else 'system' end, subject = 'order:' || order_id`.execute(
    db,
  )
  await db.schema.createIndex('refunds_request').on('refunds').column('request_id').execute()
  await db.schema.createIndex('refunds_subject').on('refunds').column('subject').execute()
  await sql`create index refunds_under_review on refunds (created_at) where status in ('requested', 'under_review')`.execute(
    db,
  )
}

async function codes(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('payment_codes')
    .addColumn('code_hash', TEXT, (c) => c.primaryKey())
    .addColumn('order_id', TEXT, (c) => c.notNull())
    .addColumn('created_at', BIGINT, (c) => c.notNull())
    .addColumn('expires_at', BIGINT, (c) => c.notNull())
    .addColumn('holder', TEXT)
    .execute()
  await db.schema.createIndex('payment_codes_order').on('payment_codes').column('order_id').execute()
}
