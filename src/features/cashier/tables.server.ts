/** Tables of payments. They contain no personal data. */
import type { Lang } from '../../lib/locale.ts'
import type { Currency } from '../../lib/money.ts'
import type { Stateful } from '../../server/db/column-types.ts'
import type { WalletBrowser } from './methods-by-browser.ts'
import type { PaymentMethod } from './payment-methods.ts'
import type { Failure, PaymentState, RefundReason, RefundState } from './payment-schemas.ts'

/** The payable: a kind that a feature registered, and the feature's id of it. */
interface PayableColumns {
  payable_kind: string
  payable_id: string
}

export interface PaymentTable extends Stateful, PayableColumns {
  status: PaymentState
  provider: string
  method: PaymentMethod
  amount_minor: number
  currency: Currency
  /** The sum that was really taken; null until money came. */
  paid_minor: number | null
  paid_currency: Currency | null
  /** Part of `paid_minor` that refunds have reserved; changed by conditional updates only. */
  refund_minor: number
  gateway_ref: string | null
  /**
   * The payer's next action, one of three: an address to open · the text of a QR code · parameters of a call in the
   * page (JSON).
   */
  pay_url: string | null
  pay_qr: string | null
  pay_in_page: string | null
  /** Invalid after this; `null` where it is valid as long as the payment. */
  pay_action_until: number | null
  failure: Failure | null
  return_url: string
  lang: Lang
  /** The browser in which it was begun: `wechat` for WeChat's own, and so on; what is opened there works nowhere else. */
  browser: WalletBrowser
  created_at: number
  started_at: number | null
  settled_at: number | null
  /**
   * When the payable accepted the money; `null` for money that was not wanted, which is refunded. At most one per
   * payable.
   */
  credited_at: number | null
  /** When the provider was last queried. */
  checked_at: number | null
  /** The provider accepts no money after this. */
  expires_at: number
  /** The payment link through which it was begun. */
  link_id: string | null
  /**
   * The requester who gave it up: themselves, or another payer who wants to pay instead. `null` where it ended
   * otherwise.
   */
  ended_by: string | null
}

/** Keys of payment requests. Two keys may lead to one payment, because a payable has one open payment at a time. */
interface PaymentKeyTable {
  /** `holder:…` or `user:…` */
  requester: string
  key: string
  /** SHA-256 of the request's body. */
  request_hash: string
  payment_id: string
  at: number
}

interface PaymentNotificationTable {
  id: string
  provider: string
  /** The provider's id of the event: the same event is stored once. */
  event_id: string
  payload: string
  verified_at: number
}

interface PaymentNonceTable {
  /** `<provider>:<nonce>` */
  nonce: string
  at: number
}

export interface RefundTable extends Stateful, PayableColumns {
  status: RefundState
  payment_id: string
  amount_minor: number
  currency: Currency
  reason: RefundReason
  why: string | null
  gateway_ref: string | null
  created_at: number
  submitted_at: number | null
  settled_at: number | null
  /** 1, and one more for each repetition after a failure: a provider accepts each number once. */
  attempt: number
  /** Refunded the way it was paid, by an operator in another way, or by a batch file to an account that its payer gave. */
  way: 'provider' | 'by_hand' | 'bank'
  /**
   * The request it is part of: money from several payments is refunded in as many parts. Its own id if it is the only
   * one.
   */
  request_id: string
  /** `system`, `user:…`, `operator:…` */
  requested_by: string
  /** Subject: `payable:<kind>.<id>` for money that was not wanted, else as the requester names it (`policy:<id>`). */
  subject: string
  /** The calculation of the request's whole sum: JSON of `RefundLine[]`. */
  lines: string
  /** Who approved or refused it: an operator, or the rule itself. */
  reviewed_by: string | null
}

interface PaymentCodeTable extends PayableColumns {
  /** SHA-256 of the code; only the address contains the code. */
  code_hash: string
  created_at: number
  /** A device may open it until then. */
  expires_at: number
  /** The device (SHA-256 of its secret) that opened it first and may use it. */
  holder: string | null
}

/** Payment links by which somebody else is asked to pay. */
export interface PaymentLinkTable extends Stateful, PayableColumns {
  status: 'open' | 'ended'
  /** SHA-256 of the address's token, which cannot be guessed. */
  token_hash: string
  /** The token itself, sealed: it is shown again to whoever made the link. */
  token: string
  /** `buyer`, or `operator:…` */
  made_by: string
  /** `collection` for an address `/h5/pay/collection/{id}`; `null` for `/cashier/{id}`. */
  type: string | null
  lang: Lang
  created_at: number
  /** No payment is accepted through it after this. */
  expires_at: number
  /** How long afterwards it shows the outcome, ms; `null` for the default time. */
  shown_for: number | null
}

export interface CashierTables {
  payments: PaymentTable
  payment_notifications: PaymentNotificationTable
  payment_keys: PaymentKeyTable
  payment_nonces: PaymentNonceTable
  payment_codes: PaymentCodeTable
  payment_links: PaymentLinkTable
  refunds: RefundTable
}
