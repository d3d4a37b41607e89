/** Paying (spec §2 "Payment", design §5): choose a method, start one payment, follow it, give it up, show it to a phone. */
import { z } from 'zod'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'

export type { PaymentMethod } from './payment-methods.ts'

/** Minutes in which a phone may open a payment's QR code. */
export const CODE_MINUTES = 10

/** Days that a payment link lives at most; never longer than what it is for can be paid. */
export const LINK_DAYS = 7

export const PAYMENT_STATES = ['created', 'started', 'succeeded', 'failed', 'error'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const FAILURES = ['rejected', 'expired', 'cancelled', 'authorization'] as const
export type Failure = (typeof FAILURES)[number]
export const REFUND_STATES = ['requested', 'under_review', 'approved', 'rejected', 'submitted', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * Why a refund was made: money came too late · twice · for a policy that could not be issued · asked by an operator · a policy was
 * cancelled · asked by the buyer before there was a policy · another sum than was asked for came · a school does not get its tuition. */
export const REFUND_REASONS = ['late', 'duplicate', 'issue_failed', 'operator', 'surrender', 'not_issued', 'wrong_amount', 'endorsement', 'tuition_returned'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

export const moneySchema = z.object({ amount: z.number().int().nonnegative(), currency: z.enum(CURRENCIES) })

export const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(PAYMENT_STATES),
  failure: z.enum(FAILURES).nullable(),
  method: z.enum(PAYMENT_METHODS),
  amount: moneySchema,
  /** Address of the gateway's page while there is something to do on it. */
  payUrl: z.string().nullable(),
  /** The gateway's QR code, to be scanned with the wallet: SVG path data on a grid of `size`. */
  qr: z.object({ size: z.number().int(), path: z.string() }).nullable(),
  /** What the wallet's browser is called with, to confirm in the page. */
  inPage: z.record(z.string(), z.string()).nullable(),
  createdAt: z.number().int(),
  /** Instant the outcome was known, ms. */
  settledAt: z.number().int().nullable(),
  refund: z.object({
    status: z.enum(REFUND_STATES), reason: z.enum(REFUND_REASONS), amount: moneySchema, at: z.number().int(),
    /** Paid in another way than it came, as agreed with the buyer. */
    byHand: z.boolean(),
  }).nullable(),
})
export type PaymentView = z.output<typeof paymentSchema>

/** Whether it can be paid now, and if not, why. */
export const PAY_STANDINGS = ['payable', 'paid', 'expired', 'cancelled', 'not_submitted', 'under_check'] as const
export type Standing = (typeof PAY_STANDINGS)[number]

/** What is paid for, whatever it is: an order, an extension of a policy, anything else that a feature registered. */
export const payOrderSchema = z.object({
  kind: z.string(),
  id: z.string(),
  /** What the payer knows it by. */
  number: z.string(),
  /** Its own status; of an order for a plan `issued` is what the succeed page waits for. */
  status: z.string(),
  /** Everything that paying brings has come. */
  settled: z.boolean(),
  standing: z.enum(PAY_STANDINGS),
  /** What it is, in the request's language; empty for the first purchase of a policy. */
  about: z.string(),
  /** Names in the request's language; empty for what a kind does not have. */
  plan: z.string(),
  tier: z.string(),
  insurer: z.string(),
  /** Days of cover that are paid for, both ends counted. */
  start: z.string().nullable(),
  end: z.string().nullable(),
  amount: moneySchema,
  /** End of the time to pay, ms. */
  expiresAt: z.number().int().nullable(),
  /** Who is insured, shortened for a payer who is not the buyer. */
  insured: z.string(),
  /** Where several are insured: each, and their part of the amount; names are shortened as above. */
  parts: z.array(z.object({ name: z.string(), amount: moneySchema })).default([]),
  /** Who bought or asked for it, shortened likewise; empty where nobody is named. */
  buyer: z.string(),
  /** Name of the school whose campaign it came by; `null` otherwise. */
  campaign: z.string().nullable(),
  /** Number of the application it pays for, if it is one: it has steps, answers to change, and a sales record. */
  application: z.string().nullable(),
  /** Path of the page it is paid from, without language; the buyer's own device only. */
  back: z.string().nullable(),
  /** What is said once it is paid, where its status has no words of its own. */
  after: z.object({ title: z.string(), text: z.string() }).nullable(),
  /** The caller may pay it by their own right; false for a phone that opened its QR code, and for a payment link. */
  own: z.boolean(),
  /** The payment link that the caller came by: who made it. */
  link: z.object({ madeBy: z.enum(['buyer', 'adviser']) }).nullable(),
})
export type PayOrder = z.output<typeof payOrderSchema>

/** Something of the caller's own: an order by its number, everything else as `<kind>.<id>`. */
const own = {
  order: boundedText(60, 'invalid').min(1).optional(),
  pay: boundedText(81, 'invalid').min(3).optional(),
}
/** The same, or what a QR code stands for. */
const which = { ...own, code: boundedText(100, 'invalid').min(20).optional(), link: boundedText(100, 'invalid').min(1).optional() }
/** Of every call: the code is somebody else's or over; the link is over; the order went back to a draft. */
const WRONG_ORDER = ['code_used', 'code_expired', 'link_ended', 'link_expired', 'not_submitted'] as const

const followed = z.object({
  order: payOrderSchema,
  /** The latest payment, or the one asked for. */
  payment: paymentSchema.nullable(),
  /** Who asked for that payment: this caller alone, others alone, or several who were all led to the one payment there can be. */
  startedBy: z.enum(['caller', 'others', 'several']).nullable(),
  /** How many of its QR codes a phone has opened: when it grows, what a screen shows may be used up. The buyer's own device only. */
  codesOpened: z.number().int(),
  /** The server's clock, ms: countdowns do not trust the device's. */
  now: z.number().int(),
})
export type Followed = z.output<typeof followed>

/**
 * What is to be paid, and how it can be: `here`, in this browser, or in another one only; `down` where the provider gave no answer a moment ago.
 * `last` is what the caller chose the last time.
 */
export const payMethods = call({
  path: 'pay/methods',
  access: 'holder',
  input: z.object(which),
  output: followed.extend({ methods: z.array(z.object({ id: z.enum(PAYMENT_METHODS), sandbox: z.boolean(), here: z.boolean(), down: z.boolean() })), last: z.enum(PAYMENT_METHODS).nullable() }),
  errors: WRONG_ORDER,
})

/**
 * Starts a payment. The same `key` with the same body gives the same payment; with another body it is refused
 * (`key_reused`). It has one open payment at a time: choosing another method gives the open one up first.
 * `gateway`: the provider did not answer and no money moved. `under_check`: a wrong sum arrived and is being looked at.
 */
export const payCreate = call({
  path: 'pay/create',
  access: 'holder',
  input: z.object({
    ...which, method: z.enum(PAYMENT_METHODS), key: patternText(/^[\w-]{16,64}$/, 64),
    /** The payer is in the flow of a partner's link, and comes back to it: its `in_id`, or nothing of it. */
    linked: patternText(/^[\w-]{0,40}$/, 40).optional(),
  }),
  output: followed,
  errors: [...WRONG_ORDER, 'expired', 'paid', 'cancelled', 'key_reused', 'gateway', 'under_check'],
})

/** Where a payment stands; asks the provider when it has not told us yet. */
export const payStatus = call({
  path: 'pay/status',
  access: 'holder',
  input: z.object({ ...which, payment: boundedText(60, 'invalid').optional() }),
  output: followed,
  errors: WRONG_ORDER,
})

/** Gives up the open payment, not what it is for. The answer may be that it succeeded after all. */
export const payClose = call({
  path: 'pay/close',
  access: 'holder',
  input: z.object({ ...which, payment: boundedText(60, 'invalid').min(1) }),
  output: followed,
  errors: [...WRONG_ORDER, 'gateway'],
})

/**
 * A QR code by which a phone pays without a login: the first device to open it keeps it.
 * `path` draws the modules on a grid of `size` (SVG path data).
 */
export const payQr = call({
  path: 'pay/qr',
  access: 'holder',
  input: z.object(own),
  output: z.object({ url: z.string(), size: z.number().int(), path: z.string(), expiresAt: z.number().int(), now: z.number().int() }),
  errors: ['not_submitted', 'expired', 'paid', 'cancelled', 'under_check'],
})

/** A link by which somebody else pays without a login: the same one again until it ends. */
export const payLink = call({
  path: 'pay/link',
  access: 'holder',
  input: z.object(own),
  output: z.object({ url: z.string(), expiresAt: z.number().int(), now: z.number().int() }),
  errors: ['not_submitted', 'expired', 'paid', 'cancelled', 'under_check'],
})

/** Ends the link that `pay/link` made. A payment that was begun by it is given up, unless it succeeds first. */
export const payEndLink = call({
  path: 'pay/endLink',
  access: 'holder',
  input: z.object(own),
  output: z.object({}),
  errors: [],
})
