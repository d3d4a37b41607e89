/** How the tables of orders came about: a migration that ran is never changed, and keeps its name. */
import { sql, SqliteAdapter, type Kysely } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState } from '../../server/db/column-types.ts'
import { appendOnlyTable, refuseTruncate } from '../../server/db/core-tables.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

/**
 * An entry may be deleted only after the order's `purged` event is written, which itself can never be deleted: an
 * entry missing without one was removed illegitimately.
 */
async function deletableAfterPurge(db: Kysely<never>): Promise<void> {
  const purged = sql`exists (select 1 from events where entity = 'order' and entity_id = old.order_id and to_status = 'purged')`
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    await sql`drop trigger sales_log_no_delete`.execute(db)
    await sql`create trigger sales_log_no_delete before delete on sales_log when not ${purged}
      begin select raise(abort, 'append only'); end`.execute(db)
    return
  }
  await sql`create or replace function refuse_unpurged() returns trigger language plpgsql as
    $$ begin if ${purged} then return old; end if; raise exception 'append only'; end $$`.execute(db)
  await sql`drop trigger sales_log_append_only on sales_log`.execute(db)
  await sql`create trigger sales_log_append_only before update on sales_log for each row execute function refuse_change()`.execute(
    db,
  )
  await sql`create trigger sales_log_no_delete before delete on sales_log for each row execute function refuse_unpurged()`.execute(
    db,
  )
}

/**
 * An order with both an owner and a device came to its owner by a link or by a typed address. What a login on its
 * device took over, or an account began, has no device.
 */
async function ownership(db: Kysely<never>): Promise<void> {
  await db.schema.alterTable('orders').addColumn('owned_by', TEXT).execute()
  await db.schema.alterTable('orders').addColumn('owned_at', BIGINT).execute()
  await sql`update orders set owned_by = case when link_mac is null then 'address' else 'link' end, owned_at = updated_at
    where user_id is not null and holder is not null`.execute(db)
}

export const orderMigrations: Migrations = {
  // Messages to all addresses are counted in `counted_messages` now.
  orders_088_counted_messages: { up: (db: Kysely<never>) => db.schema.dropTable('stranger_letters').execute() },
  orders_087_draft_origins: {
    up: async (db: Kysely<never>) => {
      const count = (name: string) =>
        db.schema
          .alterTable('draft_origins')
          .addColumn(name, INTEGER, (c) => c.notNull().defaultTo(0))
          .execute()
      await count('by_account')
      await count('file_bytes')
    },
  },
  orders_086_person_replaced: {
    up: async (db) => await db.schema.alterTable('orders').addColumn('person_replaced_at', BIGINT).execute(),
  },
  orders_085_ownership: { up: ownership },
  orders_083_group_payment: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('group_payment', TEXT).execute()
      await db.schema.createIndex('orders_group_payment').on('orders').columns(['group_payment', 'status']).execute()
    },
  },
  orders_011_campaign: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('campaign_id', TEXT).execute()
      await db.schema.alterTable('orders').addColumn('campaign', TEXT).execute()
      await db.schema.createIndex('orders_campaign').on('orders').columns(['campaign_id', 'status']).execute()
    },
  },
  orders_012_consent_person: {
    up: async (db) => await db.schema.alterTable('consents').addColumn('person', TEXT).execute(),
  },
  orders_010_partner: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('partner_link', TEXT).execute()
      await db.schema.alterTable('orders').addColumn('prefill', TEXT).execute()
      await db.schema.createIndex('orders_partner_link').on('orders').column('partner_link').execute()
    },
  },
  // Lists and their counts are read from these indexes alone (decision 0066).
  orders_009_list_indexes: {
    up: async (db) => {
      await db.schema.dropIndex('orders_user_id').execute()
      await db.schema
        .createIndex('orders_user_newest')
        .on('orders')
        .columns(['user_id', 'created_at', 'id', 'status'])
        .execute()
      await db.schema.createIndex('orders_user_status').on('orders').columns(['user_id', 'status']).execute()
    },
  },
  orders_008_no_truncate: {
    up: (db: Kysely<never>) => refuseTruncate(db, 'sales_log'),
  },
  orders_007_link: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('link_mac', TEXT).execute()
      await db.schema.createIndex('orders_link').on('orders').column('link_mac').execute()
    },
  },
  orders_006_strangers: {
    up: async (db: Kysely<never>) => {
      await db.schema
        .createTable('draft_origins')
        .addColumn('order_id', TEXT, (c) => c.primaryKey())
        .addColumn('address_mac', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('bytes', INTEGER, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('draft_origins_address').on('draft_origins').columns(['address_mac', 'at']).execute()
      await db.schema
        .createTable('stranger_letters')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('mailbox_mac', TEXT, (c) => c.notNull())
        .addColumn('address_mac', TEXT)
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema
        .createIndex('stranger_letters_mailbox')
        .on('stranger_letters')
        .columns(['mailbox_mac', 'at'])
        .execute()
      await db.schema
        .createIndex('stranger_letters_address')
        .on('stranger_letters')
        .columns(['address_mac', 'at'])
        .execute()
    },
  },
  orders_005_insured_name: {
    up: async (db: Kysely<never>) => {
      // `backfillInsuredNames` fills it in: sealing needs the application's key.
      await db.schema.alterTable('orders').addColumn('insured_name', TEXT).execute()
    },
  },
  orders_004_device_secrets: {
    up: async (db: Kysely<never>) => {
      await db.schema
        .createTable('device_secrets')
        .addColumn('holder', TEXT, (c) => c.primaryKey())
        .addColumn('first_at', BIGINT, (c) => c.notNull())
        .addColumn('spent_at', BIGINT)
        .execute()
      await db.schema.createIndex('device_secrets_first').on('device_secrets').column('first_at').execute()
    },
  },
  orders_003_consents_to: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('consents').addColumn('destination_mac', TEXT).execute()
      await db.schema.createIndex('consents_to').on('consents').columns(['destination_mac', 'sent_at']).execute()
    },
  },
  orders_002_purge: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('erased_at', BIGINT).execute()
      await deletableAfterPurge(db)
    },
  },
  orders_001_tables: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('orders'))
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('holder', TEXT)
        .addColumn('user_id', TEXT)
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('plan', TEXT, (c) => c.notNull())
        .addColumn('tier', TEXT, (c) => c.notNull())
        .addColumn('start', TEXT, (c) => c.notNull())
        .addColumn('end', TEXT, (c) => c.notNull())
        .addColumn('premium_minor', BIGINT)
        .addColumn('currency', TEXT)
        .addColumn('breakdown', JSON_TEXT, (c) => c.notNull())
        .addColumn('answers', TEXT, (c) => c.notNull())
        .addColumn('reads', JSON_TEXT, (c) => c.notNull())
        .addColumn('buyer_mobile_mac', TEXT)
        .addColumn('buyer_email_mac', TEXT)
        .addColumn('insured_id_mac', TEXT)
        .addColumn('clause_version', TEXT)
        .addColumn('review', JSON_TEXT)
        .addColumn('create_key', TEXT, (c) => c.notNull().unique())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('submitted_at', BIGINT)
        .addColumn('expires_at', BIGINT)
        .addColumn('paid_at', BIGINT)
        .addColumn('payment_id', TEXT)
        .addColumn('policy_id', TEXT)
        .execute()
      for (const column of ['holder', 'user_id', 'buyer_mobile_mac', 'buyer_email_mac', 'insured_id_mac', 'status']) {
        await db.schema.createIndex(`orders_${column}`).on('orders').columns([column, 'created_at']).execute()
      }
      await db.schema
        .createTable('sales_log')
        .addColumn('order_id', TEXT, (c) => c.notNull())
        .addColumn('seq', INTEGER, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('kind', TEXT, (c) => c.notNull())
        .addColumn('data', TEXT, (c) => c.notNull())
        .addColumn('prev_hash', TEXT, (c) => c.notNull())
        .addColumn('hash', TEXT, (c) => c.notNull())
        .addPrimaryKeyConstraint('sales_log_pk', ['order_id', 'seq'])
        .execute()
      await appendOnlyTable(db, 'sales_log')
      await db.schema
        .createTable('sales_heads')
        .addColumn('order_id', TEXT, (c) => c.primaryKey())
        .addColumn('seq', INTEGER, (c) => c.notNull())
        .addColumn('hash', TEXT, (c) => c.notNull())
        .addColumn('mac', TEXT, (c) => c.notNull())
        .execute()
      await withState(db.schema.createTable('consents'))
        .addColumn('order_id', TEXT, (c) => c.notNull())
        .addColumn('code_hash', TEXT, (c) => c.notNull().unique())
        .addColumn('channel', TEXT, (c) => c.notNull())
        .addColumn('destination', TEXT, (c) => c.notNull())
        .addColumn('sent_at', BIGINT, (c) => c.notNull())
        .addColumn('settled_at', BIGINT)
        .addColumn('amount', BIGINT)
        .addColumn('text_sha256', TEXT)
        .execute()
      await db.schema.createIndex('consents_order').on('consents').columns(['order_id', 'sent_at']).execute()
    },
  },
}
