/** Delivery states of messages, text messages counted by day, and mailboxes that get no mail. */
import { contactIn } from '../keys/hashed-texts.ts'
import { bigint, defineTable, integer, text, type RowOf, type RowsOf } from '../db/define-table.ts'
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
    destination: text().sealed('message_deliveries.destination'),
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
    message_deliveries_created: ['created_at'],
  },
  copy: { not: 'which message went out when, for 30 days; messages that still have their words are in the copy' },
  afterClosing: { kept: 'that the closing was told, for 30 days' },
  growth: { each: 'jobs', most: 'one' },
  hashes: { columns: ['to_mac'], texts: contactIn('message_deliveries.destination', 'destination') },
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
  copy: { not: 'nothing about a person' },
  afterClosing: 'gone',
  growth: { only: 'the product itself' },
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
    destination: text().sealed('undeliverable_mailboxes.destination'),
    reason: text<'bounced' | 'complained'>(),
    /** Enhanced status code of RFC 3463, where one was given. */
    status_code: text().orNull(),
    /** The message that bounced. */
    delivery_id: text().orNull(),
    since: bigint(),
  },
  copy: { not: 'that a mailbox takes no mail, as the page of contacts shows it' },
  afterClosing: 'gone',
  growth: { each: 'message_deliveries', most: 'one' },
  hashes: { columns: ['mac'], texts: contactIn('undeliverable_mailboxes.destination', 'destination') },
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
    counted_messages_at: ['at'],
  },
  copy: { not: 'keyed hashes that limit codes, calls and letters; they go within days and name nobody' },
  afterClosing: 'gone',
  growth: { each: 'jobs', most: 'one, for a day' },
})

export const messageStateTables = {
  message_deliveries: messageDeliveries,
  sms_days: smsDays,
  undeliverable_mailboxes: undeliverableMailboxes,
  counted_messages: countedMessages,
}

declare module '../db/database-rows.ts' {
  interface Database extends RowsOf<typeof messageStateTables> {}
}
