/** Messages to partners, their tries, and what the sandbox's own receiver accepted. No message names a person. */
import {
  bigint,
  defineTable,
  integer,
  stateful,
  text,
  type RowOf,
  type RowsOf,
} from '../../../server/db/define-table.ts'

const partnerMessages = defineTable('partner_messages', {
  columns: {
    ...stateful<string>(),
    partner_id: text(),
    order_id: text(),
    type: text(),
    /** Number of the message for one order: later ones never have a lower number. */
    sequence: integer(),
    /** JSON, exactly as it is signed and sent. */
    body: text(),
    created_at: bigint(),
    /** Number of the present series of tries: a resend begins a new one. */
    round: integer(),
    round_at: bigint(),
    delivered_at: bigint().orNull(),
  },
  unique: { partner_messages_sequence: ['order_id', 'sequence'] },
  indexes: {
    partner_messages_partner: ['partner_id', 'created_at'],
    partner_messages_created: ['created_at'],
  },
  copy: { not: 'what a partner was told of an order: numbers, days and sums, which are in the copy' },
  afterClosing: 'gone',
  growth: { each: 'policies', most: 'one for each event that a partner is told' },
})
export type PartnerMessageTable = RowOf<typeof partnerMessages>

const partnerMessageTries = defineTable('partner_message_tries', {
  columns: {
    message_id: text(),
    number: integer(),
    at: bigint(),
    /** HTTP status; empty where there was no answer. */
    status: integer().orNull(),
    /** Why it counts as failed, in one word; empty if it was accepted. */
    fault: text().orNull(),
  },
  key: { name: 'partner_message_tries_key', on: ['message_id', 'number'] },
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { each: 'partner_messages', most: 'as many as it is tried (partners/webhook-states)' },
})

/** Empty in production. */
const sandboxPartnerInbox = defineTable('sandbox_partner_inbox', {
  columns: {
    id: text().key(),
    at: bigint(),
    message_id: text(),
    body: text(),
    verdict: text(),
  },
  copy: { not: 'books of the sandbox; empty in production' },
  afterClosing: 'gone',
  growth: { only: 'the sandbox; empty in production' },
})

export const webhookTables = {
  partner_messages: partnerMessages,
  partner_message_tries: partnerMessageTries,
  sandbox_partner_inbox: sandboxPartnerInbox,
}

declare module '../../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof webhookTables> {}
}
