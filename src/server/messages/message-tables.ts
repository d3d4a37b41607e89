/** Delivery states of messages, text messages counted by day, and mailboxes that get no mail. */
import { bigint, defineTable, integer, text, type RowOf } from '../db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'

/**
 * `held`: the day's text messages are used up, it is sent tomorrow. `withheld`: its mailbox gets no mail. `failed` has
 * its reason. A message that its reader switched off has no row.
 */
export type DeliveryStatus = 'sent' | 'delivered' | 'failed' | 'held' | 'withheld'

const messageDeliveries = defineTable('message_deliveries', {
  columns: {
    /** The message's id: that of the job that first delivered it. */
    id: text().key(),
    template: text(),
    lang: text<Lang>(),
    channel: text<'email' | 'sms'>(),
    /** Sealed: needed to ask a provider for receipts. */
    destination: text(),
    to_mac: text(),
    status: text<DeliveryStatus>(),
    /** `smtp`, `sandbox` or a provider of text messages. */
    provider: text().orNull(),
    /** The provider's own id. */
    reference: text().orNull(),
    /** Text messages: the number of parts that are billed. */
    parts: integer().orNull(),
    /** A code, never the provider's words. */
    reason: text().orNull(),
    /** How often it was sent again after a bounce. */
    returns: integer().else(0),
    created_at: bigint(),
    updated_at: bigint(),
  },
  indexes: {
    message_deliveries_reference: ['provider', 'reference'],
    message_deliveries_status: ['status', 'id'],
    message_deliveries_to: ['to_mac', 'id'],
  },
})
export type MessageDeliveryTable = RowOf<typeof messageDeliveries>

const smsDays = defineTable('sms_days', {
  columns: {
    day: text().key(),
    /** All codes. */
    codes: integer(),
    /** Of these, to people who had signed in before. */
    customer_codes: integer().else(0),
    others: integer(),
    /** Messages that exceeded the day's number. */
    held: integer(),
    /** Percentage of the day's number at which operators were last alerted. */
    alarm: integer(),
  },
})

/**
 * A mailbox that does not exist, or whose owner called our mail spam. Only codes are sent there until it is proven
 * again.
 */
const undeliverableMailboxes = defineTable('undeliverable_mailboxes', {
  columns: {
    id: text().key(),
    mac: text().once(),
    /** Sealed. */
    destination: text(),
    reason: text<'bounced' | 'complained'>(),
    /** Enhanced status code of RFC 3463, where one was given. */
    status_code: text().orNull(),
    /** The message that bounced. */
    delivery_id: text().orNull(),
    since: bigint(),
  },
})
export type UndeliverableMailboxTable = RowOf<typeof undeliverableMailboxes>

/** Messages that a limit counts; kept for a day. */
const countedMessages = defineTable('counted_messages', {
  columns: {
    id: text().key(),
    /** Keyed hash of the limit's counter and the mailbox. */
    mailbox_mac: text(),
    /** Keyed hash of the counter and the network address or account that caused it; `null` where nobody did just then. */
    causer_mac: text().orNull(),
    /** When it leaves, ms; may be in the future. */
    at: bigint(),
  },
  indexes: {
    counted_messages_causer_mac: ['causer_mac', 'at'],
    counted_messages_mailbox_mac: ['mailbox_mac', 'at'],
  },
})

export const messageStateTables = {
  message_deliveries: messageDeliveries,
  sms_days: smsDays,
  undeliverable_mailboxes: undeliverableMailboxes,
  counted_messages: countedMessages,
}
