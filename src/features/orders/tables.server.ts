/** Orders, the sales record and the students' consents. Answers, contacts and the record's contents are sealed. */
import { sql, SqliteAdapter, type Kysely } from 'kysely'
import { z } from 'zod'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import { appendOnlyTable, refuseTruncate } from '../../server/db/core-tables.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export interface OrderTables {
  orders: OrderTable
  sales_log: SalesLogTable
  sales_heads: SalesHeadTable
  consents: ConsentTable
  device_secrets: DeviceSecretTable
  draft_origins: DraftOriginTable
  stranger_letters: StrangerLetterTable
}

/** Where drafts came from that were begun or saved without a login, for a day. */
export interface DraftOriginTable {
  order_id: string
  /** Keyed hash of the network address. */
  address_mac: string
  at: number
  bytes: number
}

/** Letters to addresses that nobody proved, for a day. */
export interface StrangerLetterTable {
  id: string
  mailbox_mac: string
  /** `null` where nobody's request caused it. */
  address_mac: string | null
  /** When it leaves, which may be to come. */
  at: number
}

/** Secrets of devices that began orders without a session, or were in one. */
export interface DeviceSecretTable {
  /** SHA-256 of the secret. */
  holder: string
  first_at: number
  /** Somebody logged in on the device: the secret begins no more orders. */
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
  /** Name of the insured, sealed apart for lists; `null` when its people were removed. */
  insured_name: string | null
  /** JSON of `PageRead[]`. */
  reads: string
  buyer_mobile_mac: string | null
  buyer_email_mac: string | null
  insured_id_mac: string | null
  clause_version: string | null
  /** JSON of `Review`. */
  review: string | null
  /** Owner and the browser's key: a doubled create is one order. */
  create_key: string
  created_at: number
  submitted_at: number | null
  expires_at: number | null
  paid_at: number | null
  payment_id: string | null
  policy_id: string | null
  /** Instant its people were removed, ms. */
  erased_at: number | null
  /** Finds the address or number that the way back to a draft was sent to. */
  link_mac: string | null
  /** The visit of a partner's link that it came by. */
  partner_link: string | null
  /** `Prefill`, sealed: what the partner said. */
  prefill: string | null
  /** The school's campaign that it came by. */
  campaign_id: string | null
  /** `OrderCampaign`, sealed. */
  campaign: string | null
}

export interface SalesLogTable {
  order_id: string
  seq: number
  at: number
  kind: string
  /** Sealed JSON; the hash is over what it opens to. */
  data: string
  prev_hash: string
  hash: string
}

/** The last entry of each order's record, signed: entries cut off or added outside of this program are noticed. */
export interface SalesHeadTable {
  order_id: string
  seq: number
  hash: string
  mac: string
}

export interface ConsentTable extends Stateful {
  order_id: string
  /** Key of the member of the family who is asked; `null` where it is the one whom the order insures. */
  person: string | null
  /** SHA-256 of the code in the message. */
  code_hash: string
  channel: string
  /** Sealed. */
  destination: string
  /** Finds what one person was sent, of all orders. */
  destination_mac: string | null
  sent_at: number
  settled_at: number | null
  /** Whole CNY the student accepted. */
  amount: number | null
  text_sha256: string | null
}

/** What a person decided about health answers, and about which answers. */
export const reviewSchema = z.object({
  status: z.enum(['waiting', 'passed', 'declined']), at: z.number().int(), why: z.string().nullable(), mac: z.string(),
})
export type Review = z.output<typeof reviewSchema>

/**
 * An entry may go only when the order's own `purged` event is written, which itself can never go: whatever is missing
 * without one was taken away.
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
  orders_012_consent_person: { up: async (db) => void (await db.schema.alterTable('consents').addColumn('person', TEXT).execute()) },
  orders_011_campaign: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('campaign_id', TEXT).execute()
      await db.schema.alterTable('orders').addColumn('campaign', TEXT).execute()
      await db.schema.createIndex('orders_campaign').on('orders').columns(['campaign_id', 'status']).execute()
    },
  },
  orders_010_partner: {
    up: async (db: Kysely<never>) => {
      await db.schema.alterTable('orders').addColumn('partner_link', TEXT).execute()
      await db.schema.alterTable('orders').addColumn('prefill', TEXT).execute()
      await db.schema.createIndex('orders_partner_link').on('orders').column('partner_link').execute()
    },
  },
  // Lists and their counts are read from these alone (decision 0066).
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
      // Filled in by `backfillInsuredNames`: what is sealed needs the application's key.
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
