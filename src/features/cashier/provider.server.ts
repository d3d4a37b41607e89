/**
 * What a payment provider can do, the same for every one. Amounts and states are ours, references are the payment's id:
 * each call may be repeated with the same id and does its work once.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Lang } from '../../lib/locale.ts'
import type { Money } from '../../lib/money.ts'
import type { Failure, PaymentMethod } from './contract.ts'

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
  paymentId: string
  amount: Money
  reason: string
}

export interface RefundResult {
  refundId: string
  ref: string
  state: 'pending' | 'succeeded' | 'failed'
  /** What was really given back, once it succeeded. */
  amount: Money
}

/** What a notification said, after its signature, age and nonce were checked. `id` repeats when it is sent again. */
export type ProviderNotification = { id: string; nonce: string } & ({ kind: 'trade'; trade: Trade } | { kind: 'refund'; refund: RefundResult })

export interface Acknowledgement {
  status: number
  type: string
  body: string
}

export interface Provider {
  readonly name: string
  readonly methods: readonly PaymentMethod[]
  /** True for a provider that moves no real money. */
  readonly sandbox: boolean
  /** Opens the trade and says where the payer goes. */
  create(request: TradeRequest): Promise<{ ref: string; payUrl: string }>
  /** `undefined` when the provider has never heard of it. */
  query(paymentId: string): Promise<Trade | undefined>
  /** Ends a trade that was not paid; answers what it is then, which may be `succeeded` or still `pending`. */
  close(paymentId: string): Promise<Trade | undefined>
  refund(request: RefundRequest): Promise<RefundResult>
  queryRefund(refundId: string): Promise<RefundResult | undefined>
  /** Checks the raw body against its headers, or throws `InvalidNotification`. `now` in ms. */
  verifyNotification(raw: Buffer, headers: IncomingHttpHeaders, now: number): ProviderNotification
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
