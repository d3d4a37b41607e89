/** Orders, the sales record and the students' consents. Answers, contacts and the record's contents are sealed. */
import { z } from 'zod'
import { contactIn, hashedPerson, personTexts } from '../../server/keys/hashed-texts.ts'
import {
  bigint,
  defineTable,
  integer,
  stateful,
  text,
  type RowOf,
  type TextsOfRow,
  type RowsOf,
} from '../../server/db/define-table.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money/money.ts'
import type { OrderStatus } from './list-contract.ts'
import type { ConsentStatus } from './server/order-states.ts'

const peopleOfOrder = z.object({ people: z.object({ policyholder: hashedPerson, insured: hashedPerson.optional() }) })

/** Contacts and IDs of the people of an application; none once they were removed. */
const textsOfOrder: TextsOfRow = (seal, row) => {
  const found = peopleOfOrder.safeParse(seal.open('orders.answers', z.unknown(), String(row['answers']))).data?.people
  return found ? [found.policyholder, found.insured ?? {}].flatMap(personTexts) : []
}

/** Network addresses from which drafts were begun or saved; kept for a day. */
const draftOrigins = defineTable('draft_origins', {
  columns: {
    order_id: text().key(),
    /** Keyed hash of the network address. */
    address_mac: text(),
    at: bigint(),
    /** Of the sealed answers. */
    bytes: integer(),
    /** Of the files that came with it. */
    file_bytes: integer().else(0),
    /** 1 if it was last saved after a login. */
    by_account: integer().else(0),
  },
  indexes: {
    draft_origins_address: ['address_mac', 'at'],
    draft_origins_at: ['at'],
  },
  copy: { not: 'keyed hashes that limit codes, calls and letters; they go within days and name nobody' },
  afterClosing: 'gone',
  growth: { each: 'orders', most: 'one, for a day' },
})

/** Secrets of devices that began orders without a session, or were used in one. */
const deviceSecrets = defineTable('device_secrets', {
  columns: {
    /** SHA-256 of the secret. */
    holder: text().key(),
    first_at: bigint(),
    /** When somebody logged in on the device: the secret can begin no more orders. */
    spent_at: bigint().orNull(),
  },
  indexes: {
    device_secrets_first: ['first_at'],
  },
  copy: { not: 'hashes of secrets of devices, which name no person' },
  afterClosing: 'gone',
  growth: { each: 'orders', most: 'one' },
})

const orders = defineTable('orders', {
  columns: {
    ...stateful<OrderStatus>(),
    kind: text(),
    /** SHA-256 of the device's secret. */
    holder: text().orNull(),
    user_id: text().orNull(),
    /**
     * How the owner's account came to it, if not by beginning it: a login on its `device`, the `link` to the draft, or
     * an `address` that was typed in it, which gives access to what was sent and never to a draft or to numbers of IDs
     * (decision 0046).
     */
    owned_by: text<'device' | 'link' | 'address'>().orNull(),
    owned_at: bigint().orNull(),
    /** The language it was begun in: its messages and documents use it. */
    lang: text<Lang>(),
    plan: text(),
    /** '' until chosen, like `start` and `end`. */
    tier: text(),
    start: text(),
    end: text(),
    premium_minor: bigint().orNull(),
    currency: text<Currency>().orNull(),
    /** JSON of the quote's lines. */
    breakdown: text(),
    /** `Answers`, sealed. */
    answers: text().sealed('orders.answers'),
    /** Name of the insured, sealed separately for lists; `null` when the people were removed. */
    insured_name: text().orNull().sealed('orders.insured'),
    /** JSON of `PageRead[]`. */
    reads: text(),
    buyer_mobile_mac: text().orNull(),
    buyer_email_mac: text().orNull(),
    insured_id_mac: text().orNull(),
    clause_version: text().orNull(),
    /** JSON of `Review`. */
    review: text().orNull(),
    /** Owner and the browser's key: a repeated create returns the same order. */
    create_key: text().once(),
    created_at: bigint(),
    submitted_at: bigint().orNull(),
    expires_at: bigint().orNull(),
    paid_at: bigint().orNull(),
    payment_id: text().orNull(),
    policy_id: text().orNull(),
    /** When its people were removed, ms. */
    erased_at: bigint().orNull(),
    /** Keyed hash of the address or number that the draft's link was sent to. */
    link_mac: text().orNull(),
    /** The visit of a partner's link that the order came from. */
    partner_link: text().orNull(),
    /** `Prefill`, sealed: the data from the partner. */
    prefill: text().orNull().sealed('orders.prefill'),
    /** The school's campaign that the order came from. */
    campaign_id: text().orNull(),
    /** `OrderCampaign`, sealed. */
    campaign: text().orNull().sealed('orders.campaign'),
    /** The group payment of a school that contains or paid the order. */
    group_payment: text().orNull(),
    /** Health answers were deleted then because another person is insured; until the health page is confirmed again. */
    person_replaced_at: bigint().orNull(),
  },
  indexes: {
    orders_buyer_email_mac: ['buyer_email_mac', 'created_at'],
    orders_buyer_mobile_mac: ['buyer_mobile_mac', 'created_at'],
    orders_campaign: ['campaign_id', 'status'],
    orders_group_payment: ['group_payment', 'status'],
    orders_holder: ['holder', 'created_at'],
    orders_insured_id_mac: ['insured_id_mac', 'created_at'],
    orders_link: ['link_mac'],
    orders_partner_link: ['partner_link'],
    orders_status: ['status', 'created_at'],
    orders_user_newest: ['user_id', 'created_at', 'id', 'status'],
    orders_user_status: ['user_id', 'status'],
    orders_unerased: { on: ['status', 'updated_at'], where: 'erased_at is null' },
  },
  copy: { file: 'orders', by: 'id', of: 'orders' },
  afterClosing: { kept: 'with the policy' },
  growth: { limits: ['accountDraftsDay', 'accountUnfinished'] },
  hashes: { columns: ['buyer_mobile_mac', 'buyer_email_mac', 'insured_id_mac', 'link_mac'], texts: textsOfOrder },
})
export type OrderTable = RowOf<typeof orders>

const salesLog = defineTable('sales_log', {
  columns: {
    order_id: text(),
    seq: integer(),
    at: bigint(),
    kind: text(),
    /** Sealed JSON; the hash is over the unsealed contents. */
    data: text().sealed('sales_log.data'),
    prev_hash: text(),
    hash: text(),
  },
  key: { name: 'sales_log_pk', on: ['order_id', 'seq'] },
  // Only after the order's `purged` event, which can never be deleted: an entry missing without one was removed by
  // somebody.
  appendOnly: {
    deletable: `exists (select 1 from events where entity = 'order' and entity_id = old.order_id and to_status = 'purged')`,
    refusal: 'refuse_unpurged',
  },
  copy: { file: 'record', by: 'order_id', of: 'orders' },
  afterClosing: { kept: 'with the policy' },
  growth: { limits: ['salesRecordEntries'] },
})
export type SalesLogTable = RowOf<typeof salesLog>

/** The last entry of each order's record, signed: it reveals entries that were cut off or added outside of this program. */
const salesHeads = defineTable('sales_heads', {
  columns: {
    order_id: text().key(),
    seq: integer(),
    hash: text(),
    mac: text(),
  },
  copy: { not: 'signatures over the sales record, which is in the copy' },
  afterClosing: { kept: 'with the policy' },
  growth: { each: 'orders', most: 'one' },
  hashes: {
    columns: ['mac'],
    texts: (_, row) => [
      { purpose: 'sales.head', text: `${String(row['order_id'])}:${String(row['seq'])}:${String(row['hash'])}` },
    ],
  },
})
export type SalesHeadTable = RowOf<typeof salesHeads>

const consents = defineTable('consents', {
  columns: {
    ...stateful<ConsentStatus>(),
    order_id: text(),
    /** Key of the family member who is asked; `null` for the insured person of an order that insures one. */
    person: text().orNull(),
    /** SHA-256 of the code in the message. */
    code_hash: text().once(),
    channel: text(),
    /** Sealed. */
    destination: text().sealed('consents.destination'),
    /** Finds what was sent to one person, over all orders. */
    destination_mac: text().orNull(),
    sent_at: bigint(),
    settled_at: bigint().orNull(),
    /** Whole CNY the student accepted. */
    amount: bigint().orNull(),
    text_sha256: text().orNull(),
  },
  indexes: {
    consents_order: ['order_id', 'sent_at'],
    consents_to: ['destination_mac', 'sent_at'],
  },
  copy: { file: 'orders', by: 'order_id', of: 'orders' },
  afterClosing: { kept: 'with the policy' },
  growth: { each: 'orders', most: 'ten (orders/student-consent-limits)' },
  hashes: { columns: ['destination_mac'], texts: contactIn('consents.destination', 'destination') },
})
export type ConsentTable = RowOf<typeof consents>

export const orderTables = {
  orders,
  sales_log: salesLog,
  sales_heads: salesHeads,
  consents,
  device_secrets: deviceSecrets,
  draft_origins: draftOrigins,
}

declare module '../../server/db/database-rows.ts' {
  interface Database extends RowsOf<typeof orderTables> {}
}
