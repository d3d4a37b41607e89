/** Messages to partners, their tries, and what the sandbox's own receiver accepted. No message names a person. */
import type { Kysely } from 'kysely'
import { BIGINT, INTEGER, JSON_TEXT, TEXT, withState, type Stateful } from '../../server/db/column-types.ts'
import type { Migrations } from '../../server/db/migration-type.ts'

export interface WebhookTables {
  partner_messages: PartnerMessageTable
  partner_message_tries: PartnerMessageTryTable
  sandbox_partner_inbox: SandboxPartnerInboxTable
}

export interface PartnerMessageTable extends Stateful {
  partner_id: string
  order_id: string
  type: string
  /** Number of the message for one order: later ones never have a lower number. */
  sequence: number
  /** JSON, exactly as it is signed and sent. */
  body: string
  created_at: number
  /** Number of the present series of tries: a resend begins a new one. */
  round: number
  round_at: number
  delivered_at: number | null
}

interface PartnerMessageTryTable {
  message_id: string
  number: number
  at: number
  /** HTTP status; empty where there was no answer. */
  status: number | null
  /** Why it counts as failed, in one word; empty if it was accepted. */
  fault: string | null
}

/** Empty in production. */
interface SandboxPartnerInboxTable {
  id: string
  at: number
  message_id: string
  body: string
  verdict: string
}

export const webhookMigrations: Migrations = {
  partners_002_messages: {
    up: async (db: Kysely<never>) => {
      await withState(db.schema.createTable('partner_messages'))
        .addColumn('partner_id', TEXT, (c) => c.notNull())
        .addColumn('order_id', TEXT, (c) => c.notNull())
        .addColumn('type', TEXT, (c) => c.notNull())
        .addColumn('sequence', INTEGER, (c) => c.notNull())
        .addColumn('body', JSON_TEXT, (c) => c.notNull())
        .addColumn('created_at', BIGINT, (c) => c.notNull())
        .addColumn('round', INTEGER, (c) => c.notNull())
        .addColumn('round_at', BIGINT, (c) => c.notNull())
        .addColumn('delivered_at', BIGINT)
        .addUniqueConstraint('partner_messages_sequence', ['order_id', 'sequence'])
        .execute()
      await db.schema
        .createIndex('partner_messages_partner')
        .on('partner_messages')
        .columns(['partner_id', 'created_at'])
        .execute()
      await db.schema
        .createTable('partner_message_tries')
        .addColumn('message_id', TEXT, (c) => c.notNull())
        .addColumn('number', INTEGER, (c) => c.notNull())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('status', INTEGER)
        .addColumn('fault', TEXT)
        .addPrimaryKeyConstraint('partner_message_tries_key', ['message_id', 'number'])
        .execute()
      await db.schema
        .createTable('sandbox_partner_inbox')
        .addColumn('id', TEXT, (c) => c.primaryKey())
        .addColumn('at', BIGINT, (c) => c.notNull())
        .addColumn('message_id', TEXT, (c) => c.notNull())
        .addColumn('body', JSON_TEXT, (c) => c.notNull())
        .addColumn('verdict', TEXT, (c) => c.notNull())
        .execute()
    },
  },
}
