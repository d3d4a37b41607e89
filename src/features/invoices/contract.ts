/**
 * E-invoices (design §5, domain §6): requested once for what was paid, issued through a tax channel, reversed by a
 * red-letter invoice after a refund, and issued again under another title.
 */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'

/** The payable: `plan` with the number of its order, and others. Kinds are registered by the features that sell them. */
const payable = { kind: patternText(/^[a-z][a-z_-]{0,29}$/, 30), id: boundedText(60, 'invalid').check(z.minLength(1)) }
const instant = z.int()

/** The page where its buyer finds it: that of the order, if it belongs to one. Without language. */
export const invoicePath = ({ kind, id }: { kind: string; id: string }): string =>
  kind === 'plan' ? `/personal/order?id=${id}` : `/personal/order?invoice=${kind}.${id}`

/** Parses what is in the address; `undefined` if it names no payable. */
export function parseInvoiceOf(text: string): { kind: string; id: string } | undefined {
  const [, kind, id] = /^([a-z][a-z_-]{0,29})\.(.{1,60})$/.exec(text) ?? []
  return kind === undefined || id === undefined ? undefined : { kind, id }
}

export const INVOICE_STATES = [
  'not_requested',
  'requested',
  'issuing',
  'issued',
  'failed',
  'reversed',
  'part_reversed',
  'reissued',
] as const
export type InvoiceStatus = (typeof INVOICE_STATES)[number]
export const TITLE_KINDS = ['personal', 'organisation'] as const
export type TitleKind = (typeof TITLE_KINDS)[number]
/** Most characters of an organisation's name. */
export const TITLE_NAME_MOST = 100
/** How often the title may be changed after an invoice was issued. */
export const TITLE_CHANGES = 3
export const INVOICE_FORMATS = ['pdf', 'xml'] as const

/** A buyer's personal title is the policyholder's own name, which the server knows; a payer with a link types theirs. */
const title = {
  title: z.enum(TITLE_KINDS),
  name: z._default(boundedText(TITLE_NAME_MOST, 'title_long'), ''),
  taxNumber: z._default(boundedText(40, 'tax_number_format'), ''),
  /** The buyer has confirmed a number that does not pass the usual check. */
  numberConfirmed: z._default(z.boolean(), false),
  /** Checked together with the other fields, so that all errors are shown at once. */
  email: z._default(boundedText(320, 'email_format'), ''),
}

const invoiceDocument = z.object({
  id: z.string(),
  kind: z.enum(['blue', 'red']),
  reason: z.enum(['request', 'refund', 'title']),
  status: z.enum(['requested', 'issuing', 'issued', 'failed']),
  number: z.nullable(z.string()),
  /** The number of the invoice that a red-letter invoice reverses. */
  reverses: z.nullable(z.string()),
  amount: money,
  title: z.string(),
  issuedAt: z.nullable(instant),
  /** PDF and data can be downloaded. */
  ready: z.boolean(),
})
export type InvoiceDocument = z.output<typeof invoiceDocument>

const invoiceView = z.object({
  /** What it is for: "Order …", "Next policy term after …". */
  about: z.string(),
  state: z.enum(INVOICE_STATES),
  /** What is possible now: request it · correct a refused title · change the title of the one in force. */
  may: z.enum(['request', 'correct', 'retitle', 'nothing']),
  /**
   * Why nothing is possible: not issued yet, everything refunded, a refund is in progress, another currency, the title
   * was changed too often, a payer requested it by a link that is still open, or a school paid it in a group payment.
   */
  why: z.nullable(
    z.enum(['not_issued', 'returned', 'refund_under_way', 'currency', 'changes_used', 'payer', 'by_school']),
  ),
  /** What was paid and not refunded. */
  kept: z.nullable(money),
  /** What is invoiced and not reversed. */
  invoiced: z.nullable(money),
  /**
   * Why the last one was refused: the tax authority does not know the number, or for another reason, which an operator
   * handles.
   */
  failure: z.nullable(z.enum(['tax_number', 'channel'])),
  /** Who gave the title, relative to the caller: a payer with a link sees only their own. */
  askedBy: z.nullable(z.enum(['caller', 'buyer', 'payer'])),
  policyholder: z.string(),
  title: z.nullable(
    z.object({ kind: z.enum(TITLE_KINDS), name: z.string(), taxNumber: z.string(), email: z.string() }),
  ),
  email: z.string(),
  changesLeft: z.int(),
  /** Compared when the title is changed. */
  version: z.int(),
  /** Issued by a channel that makes no tax documents. */
  sample: z.boolean(),
  documents: z.array(invoiceDocument),
})
export type InvoiceView = z.output<typeof invoiceView>

export const getInvoice = call({ path: 'invoice/get', access: 'login', input: z.object(payable), output: invoiceView })

/** The same title twice is one request. `exists`: it was requested under another title; change that instead. */
export const requestInvoice = call({
  path: 'invoice/request',
  access: 'login',
  transport: 'multipart',
  input: z.object({ ...payable, ...title }),
  output: invoiceView,
  errors: ['not_available', 'exists', 'taken'],
})

/**
 * Reverses the invoice in force and issues it under another title, or corrects a refused title. `used`: the buyer has
 * not declared that nobody deducted or booked the old one; then the buyer's organisation must confirm the reversal,
 * which starts with a letter to us.
 */
export const retitleInvoice = call({
  path: 'invoice/retitle',
  access: 'login',
  transport: 'multipart',
  input: z.object({
    ...payable,
    ...title,
    version: z.int().check(z.minimum(1)),
    unused: z._default(z.boolean(), false),
  }),
  output: invoiceView,
  errors: ['not_available', 'used', 'same_title'],
})

/** Bytes of one of its documents. */
export const invoiceFile = call({
  module: 'file',
  path: 'invoice/document',
  access: 'login',
  input: z.object({ ...payable, document: patternText(/^[0-9a-z]{26}$/, 26), format: z.enum(INVOICE_FORMATS) }),
  output: z.instanceof(Uint8Array),
})

/** Days in which the invoice can be requested by a private link, and for which the link shows it afterwards. */
export const PREPAID_LINK_DAYS = 90
export const PREPAID_SHOWN_DAYS = 365
/** A key of a wrong length is treated like any unknown key. */
const key = boundedText(100, 'invalid').check(z.minLength(1))

/** The buyer's open private link, or a new one: with it a payer requests the invoice without a login, in their own name. */
export const invoiceLink = call({
  path: 'invoice/link',
  access: 'login',
  input: z.object(payable),
  output: z.object({ url: z.string(), expiresAt: instant, now: instant }),
  errors: ['not_available', 'exists'],
})

/** Ends every private link to the invoice. */
export const endInvoiceLink = call({
  path: 'invoice/endLink',
  access: 'login',
  input: z.object(payable),
  output: z.object({}),
})

const prepaidView = z.object({
  /** The state, in the words of the address. */
  status: z.enum(['apply', 'pending', 'issued', 'failed']),
  /** What was paid: names are first letters. */
  paid: z.object({
    amount: money,
    on: z.string(),
    plan: z.string(),
    tier: z.string(),
    insurer: z.string(),
    start: z.nullable(z.string()),
    end: z.nullable(z.string()),
    insured: z.string(),
    buyer: z.string(),
  }),
  /** Titles and documents of others are left out. */
  invoice: invoiceView,
})
export type PrepaidView = z.output<typeof prepaidView>

/**
 * What a private link shows. An unknown, an ended and an expired key are all `not_found`; after many of them
 * `too_many`.
 */
export const readPrepaid = call({
  path: 'prepaid/read',
  access: 'open',
  input: z.object({ key }),
  output: prepaidView,
  errors: ['too_many'],
})

/**
 * Requests the invoice; with the `version` that was read, corrects a refused title. `taken`: someone else requested it
 * in the meantime.
 */
export const applyPrepaid = call({
  path: 'prepaid/apply',
  access: 'open',
  transport: 'multipart',
  input: z.object({ key, ...title, version: z.optional(z.int().check(z.minimum(1))) }),
  output: prepaidView,
  errors: ['not_available', 'taken', 'same_title', 'too_many'],
})

/** Bytes of a document whose title this link gave. */
export const prepaidFile = call({
  module: 'file',
  path: 'prepaid/document',
  access: 'open',
  input: z.object({ key, document: patternText(/^[0-9a-z]{26}$/, 26), format: z.enum(INVOICE_FORMATS) }),
  output: z.instanceof(Uint8Array),
  errors: ['too_many'],
})
