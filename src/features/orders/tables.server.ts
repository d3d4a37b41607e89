/** Orders, the sales record and the students' consents. Answers, contacts and the record's contents are sealed. */
import { sql, SqliteAdapter, type Kysely } from 'kysely'
import { z } from 'zod'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import { appendOnlyTable, refuseTruncate } from '../../server/db/core-tables.ts'
import type { Migrations } from '../../server/db/migration-type.ts'
import { campaignMigrations } from './campaign-migrations.server.ts'

export interface OrderTables {
  orders: OrderTable
  sales_log: SalesLogTable
  sales_heads: SalesHeadTable
  consents: ConsentTable
  device_secrets: DeviceSecretTable
  draft_origins: DraftOriginTable
  stranger_letters: StrangerLetterTable
}

/** Network addresses from which drafts were begun or saved without a login; kept for a day. */
export interface DraftOriginTable {
  order_id: string
  /** Keyed hash of the network address. */
  address_mac: string
  at: number
  bytes: number
}

/** Letters to unverified addresses; kept for a day. */
export interface StrangerLetterTable {
  id: string
  mailbox_mac: string
  /** `null` where no request caused the letter. */
  address_mac: string | null
  /** When the letter is sent; may be in the future. */
  at: number
}

/** Secrets of devices that began orders without a session, or were used in one. */
export interface DeviceSecretTable {
  /** SHA-256 of the secret. */
  holder: string
  first_at: number
  /** When somebody logged in on the device: the secret can begin no more orders. */
  spent_at: number | null
}

export interface OrderTable extends Stateful {
  kind: string
  /** SHA-256 of the device's secret. */
  holder: string | null
  user_id: string | null
  lang: string
  plan: string
  /** '' until chosen, like `start` and `end`. */
  tier: string
  start: string
  end: string
  premium_minor: number | null
  currency: string | null
  /** JSON of the quote's lines. */
  breakdown: string
  /** `Answers`, sealed. */
  answers: string
  /** Name of the insured, sealed separately for lists; `null` when the people were removed. */
  insured_name: string | null
  /** JSON of `PageRead[]`. */
  reads: string
  buyer_mobile_mac: string | null
  buyer_email_mac: string | null
  insured_id_mac: string | null
  clause_version: string | null
  /** JSON of `Review`. */
  review: string | null
  /** Owner and the browser's key: a repeated create returns the same order. */
  create_key: string
  created_at: number
  submitted_at: number | null
  expires_at: number | null
  paid_at: number | null
  payment_id: string | null
  policy_id: string | null
  /** When its people were removed, ms. */
  erased_at: number | null
  /** Keyed hash of the address or number that the draft's link was sent to. */
  link_mac: string | null
  /** The visit of a partner's link that the order came from. */
  partner_link: string | null
  /** `Prefill`, sealed: the data from the partner. */
  prefill: string | null
  /** The school's campaign that the order came from. */
  campaign_id: string | null
  /** `OrderCampaign`, sealed. */
  campaign: string | null
  /** The group payment of a school that contains or paid the order. */
  group_payment: string | null
}

export interface SalesLogTable {
  order_id: string
  seq: number
  at: number
  kind: string
  /** Sealed JSON; the hash is over the unsealed contents. */
  data: string
  prev_hash: string
  hash: string
}

/** The last entry of each order's record, signed: it reveals entries that were cut off or added outside of this program. */
export interface SalesHeadTable {
  order_id: string
  seq: number
  hash: string
  mac: string
}

export interface ConsentTable extends Stateful {
  order_id: string
  /** Key of the family member who is asked; `null` for the insured person of an order that insures one. */
  person: string | null
  /** SHA-256 of the code in the message. */
  code_hash: string
  channel: string
  /** Sealed. */
  destination: string
  /** Finds what was sent to one person, over all orders. */
  destination_mac: string | null
  sent_at: number
  settled_at: number | null
  /** Whole CNY the student accepted. */
  amount: number | null
  text_sha256: string | null
}

/** An operator's decision on health answers, and the answers that it covers. */
export const reviewSchema = z.object({
  status: z.enum(['waiting', 'passed', 'declined']), at: z.number().int(), why: z.string().nullable(), mac: z.string(),
})
export type Review = z.output<typeof reviewSchema>

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
  await sql`create trigger sales_log_append_only before update on sales_log for each row execute function refuse_change()`.execute(db)
  await sql`create trigger sales_log_no_delete before delete on sales_log for each row execute function refuse_unpurged()`.execute(db)
}

export const orderMigrations: Migrations = {
  ...campaignMigrations,
  orders_012_consent_person: { up: async (db) => void (await db.schema.alterTable('consents').addColumn('person', TEXT).execute()) },
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
      await db.schema.createIndex('orders_user_newest').on('orders').columns(['user_id', 'created_at', 'id', 'status']).execute()
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
      await db.schema.createTable('draft_origins')
        .addColumn('order_id', TEXT, (c) => c.primaryKey())
        .addColumn('address_mac', TEXT, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('bytes', INTEGER, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('draft_origins_address').on('draft_origins').columns(['address_mac', 'at']).execute()
      await db.schema.createTable('stranger_letters')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('mailbox_mac', TEXT, (c) => c.notNull())
        .addColumn('address_mac', TEXT)
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('stranger_letters_mailbox').on('stranger_letters').columns(['mailbox_mac', 'at']).execute()
      await db.schema.createIndex('stranger_letters_address').on('stranger_letters').columns(['address_mac', 'at']).execute()
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
      await db.schema.createTable('device_secrets')
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
      await db.schema.createTable('sales_log')
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
      await db.schema.createTable('sales_heads')
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
