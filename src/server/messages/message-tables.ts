/** Delivery states of messages, text messages counted by day, and mailboxes that get no mail. */
import type { Kysely } from 'kysely'
import type { Lang } from '../../lib/locale.ts'
import { BIGINT, INTEGER, TEXT } from '../db/column-types.ts'
import type { Migrations } from '../db/migration-type.ts'

export interface MessageStateTables {
  message_deliveries: MessageDeliveryTable
  sms_days: SmsDayTable
  undeliverable_mailboxes: UndeliverableMailboxTable
  counted_messages: CountedMessageTable
}

/**
 * `held`: the day's text messages are used up, it is sent tomorrow. `withheld`: its mailbox gets no mail. `failed` has
 * its reason. A message that its reader switched off has no row.
 */
export type DeliveryStatus = 'sent' | 'delivered' | 'failed' | 'held' | 'withheld'

export interface MessageDeliveryTable {
  /** The message's id: that of the job that first delivered it. */
  id: string
  template: string
  lang: Lang
  channel: 'email' | 'sms'
  /** Sealed: needed to ask a provider for receipts. */
  destination: string
  to_mac: string
  status: DeliveryStatus
  /** `smtp`, `sandbox` or a provider of text messages. */
  provider: string | null
  /** The provider's own id. */
  reference: string | null
  /** Text messages: the number of parts that are billed. */
  parts: number | null
  /** A code, never the provider's words. */
  reason: string | null
  /** How often it was sent again after a bounce. */
  returns: number
  created_at: number
  updated_at: number
}

interface SmsDayTable {
  day: string
  /** All codes. */
  codes: number
  /** Of these, to people who had signed in before. */
  customer_codes: number
  others: number
  /** Messages that exceeded the day's number. */
  held: number
  /** Percentage of the day's number at which operators were last alerted. */
  alarm: number
}

/**
 * A mailbox that does not exist, or whose owner called our mail spam. Only codes are sent there until it is proven
 * again.
 */
export interface UndeliverableMailboxTable {
  id: string
  mac: string
  /** Sealed. */
  destination: string
  reason: 'bounced' | 'complained'
  /** Enhanced status code of RFC 3463, where one was given. */
  status_code: string | null
  /** The message that bounced. */
  delivery_id: string | null
  since: number
}

/** Messages that a limit counts; kept for a day. */
interface CountedMessageTable {
  id: string
  /** Keyed hash of the limit's counter and the mailbox. */
  mailbox_mac: string
  /** Keyed hash of the counter and the network address or account that caused it; `null` where nobody did just then. */
  causer_mac: string | null
  /** When it leaves, ms; may be in the future. */
  at: number
}

export const messageMigrations: Migrations = {
  messages_002_counted: {
    up: async (db) => {
      await db.schema
        .createTable('counted_messages')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('mailbox_mac', TEXT, (c) => c.notNull())
        .addColumn('causer_mac', TEXT)
        .addColumn('at', BIGINT, (c) => c.notNull())
        .execute()
      for (const column of ['mailbox_mac', 'causer_mac'])
        await db.schema
          .createIndex(`counted_messages_${column}`)
          .on('counted_messages')
          .columns([column, 'at'])
          .execute()
    },
  },
  messages_001_deliveries: {
    up: async (db) => {
      await db.schema
        .createTable('message_deliveries')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('template', TEXT, (c) => c.notNull())
        .addColumn('lang', TEXT, (c) => c.notNull())
        .addColumn('channel', TEXT, (c) => c.notNull())
        .addColumn('destination', TEXT, (c) => c.notNull())
        .addColumn('to_mac', TEXT, (c) => c.notNull())
        .addColumn('status', TEXT, (c) => c.notNull())
        .addColumn('provider', TEXT)
        .addColumn('reference', TEXT)
        .addColumn('parts', INTEGER)
        .addColumn('reason', TEXT)
        .addColumn('returns', INTEGER, (c) => c.notNull().defaultTo(0))
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('updated_at', BIGINT, (c) => c.notNull())
        .execute()
      await db.schema.createIndex('message_deliveries_to').on('message_deliveries').columns(['to_mac', 'id']).execute()
      await db.schema
        .createIndex('message_deliveries_status')
        .on('message_deliveries')
        .columns(['status', 'id'])
        .execute()
      await db.schema
        .createIndex('message_deliveries_reference')
        .on('message_deliveries')
        .columns(['provider', 'reference'])
        .execute()
      await db.schema
        .createTable('sms_days')
        .addColumn('day', TEXT, (c) => c.primaryKey())
        .addColumn('codes', INTEGER, (c) => c.notNull())
        .addColumn('others', INTEGER, (c) => c.notNull())
        .addColumn('held', INTEGER, (c) => c.notNull())
        .addColumn('alarm', INTEGER, (c) => c.notNull())
        .execute()
      await db.schema
        .createTable('undeliverable_mailboxes')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('mac', TEXT, (c) => c.notNull().unique())
        .addColumn('destination', TEXT, (c) => c.notNull())
        .addColumn('reason', TEXT, (c) => c.notNull())
        .addColumn('status_code', TEXT)
        .addColumn('delivery_id', TEXT)
        .addColumn('since', BIGINT, (c) => c.notNull())
        .execute()
    },
  },
  messages_002_customer_codes: {
    up: async (db: Kysely<never>) => {
      await db.schema
        .alterTable('sms_days')
        .addColumn('customer_codes', INTEGER, (c) => c.notNull().defaultTo(0))
        .execute()
    },
  },
}
