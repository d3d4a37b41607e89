/**
 * The interface of every payment provider. Amounts and states are in our terms. A trade is identified by the payment's
 * id and by the gateway's reference, a refund likewise: each call may be repeated with the same id and takes effect
 * once.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Device } from '../../../../lib/device.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { LoggedFault } from '../../../../server/logs/logging.ts'
import type { Currency, Money } from '../../../../lib/money/money.ts'
import type { Failure, PaymentMethod, Refused } from '../../contract.ts'
import type { BillLine } from './bill.ts'
import type { WalletBrowser } from '../../rules/methods-by-browser.ts'

/** Where a method is offered. A provider may serve it on one device and not on another. */
export interface PaymentSituation {
  method: PaymentMethod
  currency: Currency
  device: Device
  browser: WalletBrowser
  /** What is paid may be paid by bank transfer, and there is time for one. */
  transferable?: boolean
}

/** The payer's data that gateways ask for. None of it is stored. */
export interface Payer {
  ip: string
  device: Device
  browser: WalletBrowser
  /** The user's id in the wallet in whose browser the page is open, if the provider needs it. */
  openid?: string | undefined
}

export interface TradeRequest {
  paymentId: string
  method: PaymentMethod
  amount: Money
  /** The text that the payer reads at the provider. */
  subject: string
  lang: Lang
  /** Instant after which the provider accepts no money, ms. */
  expiresAt: number
  /** Where the browser goes afterwards. Its parameters are never trusted. */
  returnUrl: string
  /** Where the provider sends its notifications. */
  notifyUrl: string
  payer: Payer
}

/**
 * The payer's next action: open an address, scan a code with the wallet, or confirm in the page (WeChat's bridge is
 * called with these).
 */
export type PayAction =
  | { kind: 'redirect'; url: string }
  | { kind: 'qr'; text: string }
  | { kind: 'in_page'; parameters: Readonly<Record<string, string>> }

/** A trade by both its names; `ref` is `null` while the gateway's own is unknown. */
export interface TradeRef {
  paymentId: string
  ref: string | null
}

/**
 * A trade as the provider states it. `pending` may still become anything; `refused`: the payer's last try was refused,
 * and they may try again.
 */
export type Trade = { paymentId: string; ref: string } & (
  | { state: 'pending'; refused?: Refused | undefined }
  /** `paid` is the sum that was really taken; it is compared with the sum asked for. */
  | { state: 'succeeded'; paid: Money; at: number }
  | { state: 'failed'; failure: Failure }
)

interface RefundRequest {
  refundId: string
  trade: TradeRef
  amount: Money
  /** The total that was paid. */
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
  /** The sum that was really refunded, once it succeeded. */
  amount: Money
}

/** A notification as received: the exact bytes, whatever their type. */
export interface RawNotification {
  body: Buffer
  headers: IncomingHttpHeaders
  /** Our time, ms. */
  now: number
}

/**
 * The contents of a notification, after its signature was checked. `id` is the provider's id of the event, the same
 * when it is sent again. `nonce` where the provider makes one for each message: one that comes twice is a replay.
 * `nothing`: it does not concern us.
 */
export type ProviderNotification = { id: string; nonce?: string } & (
  | { kind: 'trade'; trade: Trade }
  | { kind: 'refund'; refund: RefundResult }
  | { kind: 'nothing' }
)

interface Acknowledgement {
  status: number
  type: string
  body: string
}

/**
 * Asks the wallet to identify its user, where a call in the page needs it: by a page of the wallet's, which redirects
 * the browser back with a code.
 */
export interface PayerIdentity {
  neededFor: (situation: PaymentSituation) => boolean
  /** The wallet's page. It redirects to `backUrl` with `code` and `state`. */
  pageUrl: (backUrl: string, state: string) => string
  /** `undefined` when the wallet refuses the code. */
  openidOf: (code: string) => Promise<string | undefined>
}

export interface Provider {
  readonly name: string
  readonly methods: readonly PaymentMethod[]
  /** True for a provider that moves no real money. */
  readonly sandbox: boolean
  /** Whether it serves one of its methods in this situation. */
  offers(situation: PaymentSituation): boolean
  readonly identity?: PayerIdentity
  /** Opens the trade and returns the payer's action; after `until` (ms) the action is invalid, and is requested again. */
  create(request: TradeRequest): Promise<{ ref: string | null; action: PayAction; until?: number }>
  /** `undefined` when the provider does not know it. */
  query(trade: TradeRef): Promise<Trade | undefined>
  /** Ends an unpaid trade; returns its state afterwards, which may be `succeeded` or still `pending`. */
  close(trade: TradeRef): Promise<Trade | undefined>
  refund(request: RefundRequest): Promise<RefundResult>
  queryRefund(refund: RefundRef): Promise<RefundResult | undefined>
  /** Parses its bill of a day. Throws `BillUnreadable`, also for another gateway's bill. */
  readBill?: (bytes: Uint8Array) => readonly BillLine[]
  /** Checks the raw body against its headers, or throws `InvalidNotification`. */
  verifyNotification(raw: RawNotification): ProviderNotification | Promise<ProviderNotification>
  /** The answer that the provider expects: accepted (it stops sending) or not (it sends again). */
  acknowledge(taken: boolean): Acknowledgement
}

/** The provider did not answer, or not in its own protocol. Nothing can be concluded about the money. */
export class ProviderUnavailable extends LoggedFault {
  override name = 'ProviderUnavailable'
}

/** A notification that is not from the provider: wrong signature, too old, or unreadable. */
export class InvalidNotification extends Error {
  override name = 'InvalidNotification'
}
