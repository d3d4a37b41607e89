/**
 * What a payment provider can do, the same for every one. Amounts and states are ours. A trade is known by the payment's id and by the
 * gateway's reference, a refund likewise: each call may be repeated with the same id and does its work once.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Device } from '../../lib/device.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Currency, Money } from '../../lib/money.ts'
import type { Failure, PaymentMethod } from './contract.ts'
import type { BillLine } from './providers/bill.server.ts'
import type { WalletBrowser } from './wallet-browser.ts'

/** Where a method is to be offered. A provider may serve it on one device and not on another. */
export interface PaymentSituation {
  method: PaymentMethod
  currency: Currency
  device: Device
  browser: WalletBrowser
}

/** Who pays, as far as gateways ask for it. Nothing of it is kept. */
export interface Payer {
  ip: string
  device: Device
  browser: WalletBrowser
  /** Who they are to the wallet in whose browser they stand, where the provider asked for it. */
  openid?: string | undefined
}

export interface TradeRequest {
  paymentId: string
  method: PaymentMethod
  amount: Money
  /** What the payer reads at the provider. */
  subject: string
  lang: Lang
  /** Instant after which the provider takes no money, ms. */
  expiresAt: number
  /** Where the browser goes afterwards. What it carries is never believed. */
  returnUrl: string
  /** Where the provider sends its notifications. */
  notifyUrl: string
  payer: Payer
}

/** What the payer does next: open an address, scan a code with the wallet, or confirm in the page (WeChat's bridge is called with these). */
export type PayAction =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; text: string }
  | { kind: 'in_page'; parameters: Readonly<Record<string, string>> }

/** A trade by both its names; `ref` is `null` while the gateway's own is not known. */
export interface TradeRef {
  paymentId: string
  ref: string | null
}

/** A trade as the provider states it. `pending` may still become anything. */
export type Trade = { paymentId: string; ref: string } & (
  | { state: 'pending' }
  /** `paid` is what was really taken; it is compared with what was asked for. */
  | { state: 'succeeded'; paid: Money; at: number }
  | { state: 'failed'; failure: Failure }
)

export interface RefundRequest {
  refundId: string
  trade: TradeRef
  amount: Money
  /** What was paid in all. */
  paid: Money
  reason: string
  notifyUrl: string
}

export interface RefundRef {
  refundId: string
  ref: string | null
  trade: TradeRef
}

export interface RefundResult {
  refundId: string
  ref: string
  state: 'pending' | 'succeeded' | 'failed'
  /** What was really given back, once it succeeded. */
  amount: Money
}

/** A notification as it came: the exact bytes, whatever their type. */
export interface RawNotification {
  body: Buffer
  headers: IncomingHttpHeaders
  /** Ours, ms. */
  now: number
}

/**
 * What a notification said, after its signature was checked. `id` is the provider's own of the event, and repeats when it is sent again.
 * `nonce` where the provider makes one for each message: one that comes twice is a replay. `nothing`: it is of no concern to us.
 */
export type ProviderNotification = { id: string; nonce?: string } & (
  | { kind: 'trade'; trade: Trade }
  | { kind: 'refund'; refund: RefundResult }
  | { kind: 'nothing' }
)

export interface Acknowledgement {
  status: number
  type: string
  body: string
}

/** Asks the wallet who its user is, where a call in the page needs it: by a page of the wallet's, which sends the browser back with a code. */
export interface PayerIdentity {
  neededFor: (situation: PaymentSituation) => boolean
  /** The wallet's page. It comes back to `backUrl` with `code` and `state`. */
  pageUrl: (backUrl: string, state: string) => string
  openidOf: (code: string) => Promise<string>
}

export interface Provider {
  readonly name: string
  readonly methods: readonly PaymentMethod[]
  /** True for a provider that moves no real money. */
  readonly sandbox: boolean
  /** Whether it serves one of its methods there. */
  offers(situation: PaymentSituation): boolean
  readonly identity?: PayerIdentity
  /** Opens the trade and says what the payer does; after `until` (ms), what was said is of no use, and it is asked again. */
  create(request: TradeRequest): Promise<{ ref: string | null; action: PayAction; until?: number }>
  /** `undefined` when the provider has never heard of it. */
  query(trade: TradeRef): Promise<Trade | undefined>
  /** Ends a trade that was not paid; answers what it is then, which may be `succeeded` or still `pending`. */
  close(trade: TradeRef): Promise<Trade | undefined>
  refund(request: RefundRequest): Promise<RefundResult>
  queryRefund(refund: RefundRef): Promise<RefundResult | undefined>
  /** What stands in its bill of a day. Throws `BillUnreadable`, also for a bill of another gateway's. */
  readBill?(bytes: Uint8Array): readonly BillLine[]
  /** Checks the raw body against its headers, or throws `InvalidNotification`. */
  verifyNotification(raw: RawNotification): ProviderNotification | Promise<ProviderNotification>
  /** The answer the provider expects: taken (it stops sending) or not (it sends again). */
  acknowledge(taken: boolean): Acknowledgement
}

/** The provider did not answer, or not in its own protocol. Nothing may be concluded about the money. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
}

/** A notification that is not the provider's: wrong signature, too old, or not readable. */
export class InvalidNotification extends Error {
  override name = 'InvalidNotification'
}
