/**
 * E-invoices (design §5, domain §6): asked for once for what was paid, issued through a tax channel, taken back by a red-letter invoice
 * after a refund, and issued anew under another title.
 */
import { z } from 'zod'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'

/** What was paid for, and by which id: `plan` with the number of its order. Kinds are registered by the features that sell them. */
const payable = { kind: patternText(/^[a-z][a-z_-]{0,29}$/, 30), id: boundedText(60, 'invalid').min(1) }
const money = z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) })
const instant = z.number().int()

/** The page where its buyer finds it: an order has one of its own. Without language. */
export const invoicePath = ({ kind, id }: { kind: string; id: string }): string =>
  (kind === 'plan' ? `/personal/order?id=${id}` : `/personal/order?invoice=${kind}.${id}`)

/** The opposite, of what stands in the address; `undefined` for text that names none. */
export function parseInvoiceOf(text: string): { kind: string; id: string } | undefined {
  const [, kind, id] = /^([a-z][a-z_-]{0,29})\.(.{1,60})$/.exec(text) ?? []
  return kind === undefined || id === undefined ? undefined : { kind, id }
}

export const INVOICE_STATES = ['not_requested', 'requested', 'issuing', 'issued', 'failed', 'reversed', 'part_reversed', 'reissued'] as const
export type InvoiceStatus = (typeof INVOICE_STATES)[number]
export const TITLE_KINDS = ['personal', 'organisation'] as const
export type TitleKind = (typeof TITLE_KINDS)[number]
/** Most characters of an organisation's name. */
export const TITLE_NAME_MOST = 100
/** How often the title may be changed after an invoice was issued. */
export const TITLE_CHANGES = 3
export const INVOICE_FORMATS = ['pdf', 'xml'] as const

/** A personal title of the buyer's is the policyholder's own name, which the server knows; a payer with a link types theirs. */
const title = {
  title: z.enum(TITLE_KINDS),
  name: boundedText(TITLE_NAME_MOST, 'title_long').default(''),
  taxNumber: boundedText(40, 'tax_number_format').default(''),
  /** The buyer looked again at a number that does not pass the usual check. */
  numberConfirmed: z.boolean().default(false),
  /** Checked with the other fields, so that all slips are told at once. */
  email: boundedText(320, 'email_format').default(''),
}

const invoiceDocument = z.object({
  id: z.string(),
  kind: z.enum(['blue', 'red']),
  reason: z.enum(['request', 'refund', 'title']),
  status: z.enum(['requested', 'issuing', 'issued', 'failed']),
  number: z.string().nullable(),
  /** The number of the one that a red one takes back. */
  reverses: z.string().nullable(),
  amount: money,
  title: z.string(),
  issuedAt: instant.nullable(),
  /** PDF and data can be downloaded. */
  ready: z.boolean(),
})
export type InvoiceDocument = z.output<typeof invoiceDocument>

const invoiceView = z.object({
  /** What it is for: "Order …", "Next term of policy …". */
  about: z.string(),
  state: z.enum(INVOICE_STATES),
  /** What may be done now: ask for it · put a refused title right · change the title of one in force. */
  may: z.enum(['request', 'correct', 'retitle', 'nothing']),
  /** Why nothing may be done: not issued yet, all returned, a refund is under way, another currency, the title was changed too often, or a
   * payer asked for it by a link that is still open. */
  why: z.enum(['not_issued', 'returned', 'refund_under_way', 'currency', 'changes_used', 'payer']).nullable(),
  /** What was paid and not returned. */
  kept: money.nullable(),
  /** What is invoiced and not taken back. */
  invoiced: money.nullable(),
  /** Why the last one was refused: the tax authority does not know the number, or another reason that an operator looks at. */
  failure: z.enum(['tax_number', 'channel']).nullable(),
  /** Who gave the title, from where the caller stands: to a payer with a link everybody else's is not shown. */
  askedBy: z.enum(['caller', 'buyer', 'payer']).nullable(),
  policyholder: z.string(),
  title: z.object({ kind: z.enum(TITLE_KINDS), name: z.string(), taxNumber: z.string(), email: z.string() }).nullable(),
  email: z.string(),
  changesLeft: z.number().int(),
  /** Compared when the title is changed. */
  version: z.number().int(),
  /** Issued by a channel that makes no tax documents. */
  sample: z.boolean(),
  documents: z.array(invoiceDocument),
})
export type InvoiceView = z.output<typeof invoiceView>

export const getInvoice = call({ path: 'invoice/get', access: 'login', input: z.object(payable), output: invoiceView })

/** Twice with the same title, it is asked for once. `exists`: it was asked for under another title; change that one. */
export const requestInvoice = call({
  path: 'invoice/request', access: 'login', transport: 'multipart', input: z.object({ ...payable, ...title }), output: invoiceView,
  errors: ['not_available', 'exists', 'taken'],
})

/**
 * Reverses the invoice in force and issues it under another title, or puts right a title that was refused. `used`: the buyer has not said
 * that nobody deducted or booked the old one; then the buyer's organisation must confirm the reversal, which starts with a letter to us.
 */
export const retitleInvoice = call({
  path: 'invoice/retitle', access: 'login', transport: 'multipart',
  input: z.object({ ...payable, ...title, version: z.number().int().min(1), unused: z.boolean().default(false) }), output: invoiceView,
  errors: ['not_available', 'used', 'same_title'],
})

/** Bytes of one of its documents. */
export const invoiceFile = call({
  module: 'file', path: 'invoice/document', access: 'login',
  input: z.object({ ...payable, document: patternText(/^[0-9a-z]{26}$/, 26), format: z.enum(INVOICE_FORMATS) }), output: z.instanceof(Uint8Array),
})

/** Days in which the invoice may be asked for by a private link, and days that the link shows it afterwards. */
export const PREPAID_LINK_DAYS = 90
export const PREPAID_SHOWN_DAYS = 365
/** A key of a wrong length opens nothing, like every wrong key. */
const key = boundedText(100, 'invalid').min(1)

/** The open private link that the buyer made, or a new one: a payer asks for the invoice without a login, in their own name. */
export const invoiceLink = call({
  path: 'invoice/link', access: 'login', input: z.object(payable), output: z.object({ url: z.string(), expiresAt: instant, now: instant }), errors: ['not_available', 'exists'],
})

/** Ends every private link to the invoice. */
export const endInvoiceLink = call({ path: 'invoice/endLink', access: 'login', input: z.object(payable), output: z.object({}) })

const prepaidView = z.object({
  /** Where it stands, as the address says it. */
  status: z.enum(['apply', 'pending', 'issued', 'failed']),
  /** What was paid: names are first letters. */
  paid: z.object({
    amount: money, on: z.string(), plan: z.string(), tier: z.string(), insurer: z.string(), start: z.string().nullable(), end: z.string().nullable(), insured: z.string(), buyer: z.string(),
  }),
  /** Titles and documents of others are left out. */
  invoice: invoiceView,
})
export type PrepaidView = z.output<typeof prepaidView>

/** What a private link leads to. A wrong, an ended and an expired key are all `not_found`; after many of them `too_many`. */
export const readPrepaid = call({ path: 'prepaid/read', access: 'open', input: z.object({ key }), output: prepaidView, errors: ['too_many'] })

/** Asks for the invoice; with the `version` that was read, puts a refused title right. `taken`: somebody else asked meanwhile. */
export const applyPrepaid = call({
  path: 'prepaid/apply', access: 'open', transport: 'multipart', input: z.object({ key, ...title, version: z.number().int().min(1).optional() }), output: prepaidView,
  errors: ['not_available', 'taken', 'same_title', 'too_many'],
})

/** Bytes of a document whose title this link gave. */
export const prepaidFile = call({
  module: 'file', path: 'prepaid/document', access: 'open',
  input: z.object({ key, document: patternText(/^[0-9a-z]{26}$/, 26), format: z.enum(INVOICE_FORMATS) }), output: z.instanceof(Uint8Array), errors: ['too_many'],
})
