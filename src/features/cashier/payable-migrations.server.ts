/** Payments, refunds and codes belonged to an order; now each names its payable by kind and id. */
import { sql, type Kysely } from 'kysely'
import { BIGINT, TEXT } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export const payableMigrations: Migrations = { cashier_040_payables: { up: payables } }

/** Until this migration the only payable was the application for a plan, registered as `plan`. */
const FIRST_KIND = 'plan'

async function payables(db: Kysely<never>): Promise<void> {
  for (const table of ['payments', 'refunds', 'payment_codes']) {
    await db.schema
      .alterTable(table)
      .addColumn('payable_kind', TEXT, (c) => c.notNull().defaultTo(FIRST_KIND))
      .execute()
    await db.schema.alterTable(table).renameColumn('order_id', 'payable_id').execute()
  }
  for (const index of ['payments_open', 'payments_order', 'refunds_order', 'payment_codes_order'])
    await db.schema.dropIndex(index).execute()
  for (const table of ['payments', 'refunds', 'payment_codes']) {
    await db.schema.createIndex(`${table}_payable`).on(table).columns(['payable_kind', 'payable_id']).execute()
  }
  await sql`create unique index payments_open on payments (payable_kind, payable_id) where status in ('created', 'started')`.execute(
    db,
  )
  await creditedPayments(db)
  await sql`update refunds set subject = 'payable:' || payable_kind || '.' || payable_id where subject = 'order:' || payable_id and requested_by not like 'user:%'`.execute(
    db,
  )
}

/** Nothing is paid for twice: the database ensures that at most one payment of each payable is credited. */
async function creditedPayments(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('payments').addColumn('credited_at', BIGINT).execute()
  const wanted = (id: string) =>
    sql`not exists (select 1 from refunds where refunds.payment_id = ${sql.ref(id)} and refunds.reason in ('late', 'duplicate'))`
  await sql`update payments set credited_at = settled_at where status = 'succeeded' and ${wanted('payments.id')} and not exists (
    select 1 from payments as earlier where earlier.payable_id = payments.payable_id and earlier.status = 'succeeded'
      and earlier.id < payments.id and ${wanted('earlier.id')})`.execute(db)
  await sql`create unique index payments_credited on payments (payable_kind, payable_id) where credited_at is not null`.execute(
    db,
  )
}
