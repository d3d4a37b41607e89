/** Tuition that is paid through us and passed on to the school: an order of kind `education` (spec §2, decision 0082). */
import { z } from 'zod/mini'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { destinationSchema } from '../../lib/people/contact.ts'
import { call } from '../../lib/contract.ts'
import { LANGS } from '../../lib/locale.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'
import { CURRENCIES } from '../../lib/money/currencies.ts'
import { TUITION_TEXT } from './rules/check-tuition.ts'

/**
 * `sent`: the money is on its way to the school · `confirmed`: the school has booked it · `returning`: a refund to the
 * payer is pending · `returned`: everything was refunded.
 */
const TUITION_STATUSES = [
  'awaiting_payment',
  'paid',
  'sent',
  'confirmed',
  'returning',
  'returned',
  'cancelled',
  'expired',
] as const
export type TuitionStatus = (typeof TUITION_STATUSES)[number]

/** Reasons for a refund, as the payer is told. Words: `tuition:reason.<reason>`. */
export const RETURN_REASONS = [
  'not_enrolled',
  'wrong_number',
  'paid_already',
  'school_refused',
  'invoice_unreadable',
  'payer_asked',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export const TUITION_NUMBER = /^YFT-\d{6}-[0-9A-HJKMNP-TV-Z]{6}$/
const number = patternText(TUITION_NUMBER, 17, 'not_found')
const slug = patternText(/^[a-z0-9][a-z0-9-]*$/, 60)
const key = patternText(/^[\w-]{8,64}$/, 64)
const sha256 = patternText(/^[0-9a-f]{64}$/, 64)
const instant = z.int()

/** CNY for `per` units, as published: `null` where the fee is in CNY. */
const rate = z.nullable(z.object({ rate: z.string(), per: z.int(), day: z.string(), source: z.string() }))

const quote = z.object({
  fee: money,
  /** The amount to pay here. */
  amount: money,
  rate,
  /** Valid until this instant, ms. */
  until: instant,
})
export type TuitionQuote = z.output<typeof quote>

const order = z.object({
  id: z.string(),
  status: z.enum(TUITION_STATUSES),
  school: z.object({
    slug: z.string(),
    name: z.string(),
    city: z.string(),
    sample: z.boolean(),
    served: z.boolean(),
    settlementDays: z.int(),
  }),
  student: z.string(),
  studentNumber: z.string(),
  payer: z.string(),
  reference: z.string(),
  /** Masked. */
  contact: z.string(),
  quote,
  submittedAt: instant,
  paidAt: z.nullable(instant),
  /** When we pass it on at the latest; `null` before it is paid. */
  sendBy: z.nullable(instant),
  sentAt: z.nullable(instant),
  /** When the school should have booked it; `null` before it was sent. */
  confirmBy: z.nullable(instant),
  confirmedAt: z.nullable(instant),
  /** The school's own booking number, if it gave one. */
  schoolReference: z.nullable(z.string()),
  returnedAt: z.nullable(instant),
  reason: z.nullable(z.enum(RETURN_REASONS)),
})
export type TuitionOrder = z.output<typeof order>

/** The server's clock, ms: countdowns do not trust the device's. */
const withClock = { now: instant }

const fee = { school: slug, currency: z.enum(CURRENCIES, 'currency_not_served'), fee: z.int().check(z.minimum(0)) }

/**
 * The present price of a fee. `no_rate`: no exchange rate was published for today yet. Field errors are those of the
 * form: a school or a currency that is not served, a fee outside the limits.
 */
export const quoteTuition = call({
  path: 'education/quote',
  access: 'holder',
  input: z.object(fee),
  output: z.object({ ...quote.shape, ...withClock }),
  errors: ['no_rate'],
})

/**
 * Sends a payment with the school's invoice, to be paid while its quote is valid. The same key returns the same order.
 * `changed`: the rate differs from the one that was shown · `no_rate` as above · `drafts_many`: too many were sent from
 * its network lately without a login.
 */
export const submitTuition = call({
  module: 'file',
  path: 'education/submit',
  access: 'holder',
  transport: 'multipart',
  input: z.object({
    ...fee,
    studentNumber: boundedText(TUITION_TEXT.studentNumber * 2),
    student: boundedText(TUITION_TEXT.name),
    payer: boundedText(TUITION_TEXT.name),
    reference: z._default(boundedText(TUITION_TEXT.reference), ''),
    contact: destinationSchema,
    /** The amount to pay here as it was shown, minor units of CNY. */
    amount: z.int().check(z.minimum(0)),
    /** The data is as on the school's invoice. */
    confirmed: z.boolean().check(z.refine((yes) => yes, 'confirm_required')),
    /** The separate consent to hand data to the school, also abroad (PIPL art. 23 and 39). */
    agreed: z.boolean().check(z.refine((yes) => yes, 'consent_required')),
    key,
    /** SHA-256 of the file as it was sent, hex. */
    sha256: z.optional(sha256),
  }),
  output: z.object({ id: z.string() }),
  errors: ['not_offered', 'no_rate', 'changed', 'drafts_many', 'drafts_account'],
})

/** One of the caller's payments, in any state. */
export const getTuition = call({
  path: 'education/get',
  access: 'holder',
  input: z.object({ id: number }),
  output: z.object({ order, ...withClock }),
})

/** The caller's payments, newest first. */
export const listTuition = call({
  path: 'education/list',
  access: 'holder',
  input: z.object({}),
  output: z.object({ orders: z.array(order), ...withClock }),
})

/** Gives up an unpaid payment. `closed`: it was paid or closed before. */
export const cancelTuition = call({
  path: 'education/cancel',
  access: 'holder',
  input: z.object({ id: number }),
  output: z.object({ order, ...withClock }),
  errors: ['closed'],
})

/** Repeats a payment that expired or was given up, at the present rate: a new order with the existing invoice. */
export const repeatTuition = call({
  path: 'education/again',
  access: 'holder',
  input: z.object({ id: number, key }),
  output: z.object({ id: z.string() }),
  errors: ['not_offered', 'no_rate', 'not_repeatable', 'drafts_many', 'drafts_account'],
})

/** The receipt of a paid order. */
export const tuitionReceipt = call({
  module: 'file',
  path: 'education/receipt',
  access: 'holder',
  input: z.object({ id: number, language: z.enum(LANGS) }),
  output: z.instanceof(Uint8Array),
  errors: ['not_paid'],
})

/** The page where a payment is followed, paid and corrected; without language. */
export const tuitionPath = (id: string): string => `/other/tuition/pay?id=${id}`
