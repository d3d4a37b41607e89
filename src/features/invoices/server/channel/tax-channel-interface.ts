/**
 * The interface of every channel to the tax authority (as `cashier/server/providers/provider-interface.ts` for
 * payments). References are ours: each call may be repeated with the same one and takes effect once. Channels accept a
 * document and report its result later.
 */
import type { IncomingHttpHeaders } from 'node:http'
import type { Lang } from '../../../../lib/locale.ts'
import type { Money } from '../../../../lib/money/money.ts'
import type { DocumentKind } from '../../rules/invoice-ledger.ts'
import type { InvoiceTitle } from '../invoice-titles.ts'

export interface InvoiceRequest {
  /** Reference of this attempt: after a refusal a document gets another one. */
  ref: string
  kind: DocumentKind
  /** Tax included. */
  amount: Money
  title: InvoiceTitle
  seller: string
  item: string
  /** For a red-letter invoice: the number of the invoice that it reverses, and what was in force before. */
  reverses: { number: string; before: Money; rate: number } | null
  /** Printed as a remark: order and policy. */
  remark: string
  lang: Lang
}

export const CHANNEL_FAILURES = ['tax_number', 'channel'] as const
type ChannelFailure = (typeof CHANNEL_FAILURES)[number]

/** State of a document. `rate` in basis points and `tax` in minor units: they come from the insurer's tax system. */
export type ChannelResult = { ref: string } & (
  | { state: 'pending' }
  | { state: 'issued'; number: string; issuedAt: number; rate: number; tax: number }
  | { state: 'failed'; failure: ChannelFailure }
)

type ChannelNotice = { event: string; result: ChannelResult }

interface InvoiceFiles {
  pdf: Uint8Array
  /** Structured data, XML. */
  data: Uint8Array
}

export interface InvoiceChannel {
  readonly name: string
  /** Makes no tax documents, and says so on each. */
  readonly sandbox: boolean
  issue(request: InvoiceRequest): Promise<ChannelResult>
  /** `undefined` when the channel does not know it. */
  query(ref: string): Promise<ChannelResult | undefined>
  /** The files of an issued document. */
  files(request: InvoiceRequest, issued: Extract<ChannelResult, { state: 'issued' }>): Promise<InvoiceFiles>
  /** Checks the raw body against its headers, or throws `InvalidInvoiceNotice`. `now` in ms. */
  verifyNotice(raw: Buffer, headers: IncomingHttpHeaders, now: number): ChannelNotice
}

/** The channel did not answer. Nothing can be concluded about the document. */
export class ChannelUnavailable extends Error {
  override name = 'ChannelUnavailable'
}

/** A notification that is not from the channel. */
export class InvalidInvoiceNotice extends Error {
  override name = 'InvalidInvoiceNotice'
}
