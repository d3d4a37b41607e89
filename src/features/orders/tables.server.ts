/** Orders, the sales record and the students' consents. Answers, contacts and the record's contents are sealed. */
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money.ts'
import type { Stateful } from '../../server/db/column-types.ts'
import type { OrderStatus } from './list-contract.ts'
import type { ConsentStatus } from './order-states.server.ts'

export interface OrderTables {
  orders: OrderTable
  sales_log: SalesLogTable
  sales_heads: SalesHeadTable
  consents: ConsentTable
  device_secrets: DeviceSecretTable
  draft_origins: DraftOriginTable
}

/** Network addresses from which drafts were begun or saved; kept for a day. */
interface DraftOriginTable {
  order_id: string
  /** Keyed hash of the network address. */
  address_mac: string
  at: number
  /** Of the sealed answers. */
  bytes: number
  /** Of the files that came with it. */
  file_bytes: number
  /** 1 if it was last saved after a login. */
  by_account: number
}

/** Secrets of devices that began orders without a session, or were used in one. */
interface DeviceSecretTable {
  /** SHA-256 of the secret. */
  holder: string
  first_at: number
  /** When somebody logged in on the device: the secret can begin no more orders. */
  spent_at: number | null
}

export interface OrderTable extends Stateful {
  status: OrderStatus
  kind: string
  /** SHA-256 of the device's secret. */
  holder: string | null
  user_id: string | null
  /**
   * How the owner's account came to it, if not by beginning it: a login on its `device`, the `link` to the draft, or an
   * `address` that was typed in it, which gives access to what was sent and never to a draft or to numbers of IDs
   * (decision 0046).
   */
  owned_by: 'device' | 'link' | 'address' | null
  owned_at: number | null
  /** The language it was begun in: its messages and documents use it. */
  lang: Lang
  plan: string
  /** '' until chosen, like `start` and `end`. */
  tier: string
  start: string
  end: string
  premium_minor: number | null
  currency: Currency | null
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
  /** Health answers were deleted then because another person is insured; until the health page is confirmed again. */
  person_replaced_at: number | null
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
  status: ConsentStatus
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
