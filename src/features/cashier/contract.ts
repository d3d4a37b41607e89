/** Paying (spec §2 "Payment", design §5): choose a method, start one payment, follow it, give it up, show it to a phone. */
import { z } from 'zod'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'

/** What the buyer pays with. Names are words (`cashier:method.<id>`); which provider serves one is the server's matter. */
export const METHODS = ['wechat', 'alipay', 'unionpay'] as const
export type Method = (typeof METHODS)[number]

/** Minutes in which a phone may open a payment's QR code. */
export const CODE_MINUTES = 10

export const PAYMENT_STATES = ['created', 'started', 'succeeded', 'failed', 'error'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const FAILURES = ['rejected', 'expired', 'cancelled', 'authorization'] as const
export type Failure = (typeof FAILURES)[number]
export const REFUND_STATES = ['requested', 'under_review', 'approved', 'rejected', 'submitted', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** Why a refund was made: money came too late · twice · for a policy that could not be issued · asked by an operator · a policy was cancelled. */
export const REFUND_REASONS = ['late', 'duplicate', 'issue_failed', 'operator', 'surrender'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

export const moneySchema = z.object({ amount: z.number().int().nonnegative(), currency: z.enum(CURRENCIES) })

export const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(PAYMENT_STATES),
  failure: z.enum(FAILURES).nullable(),
  method: z.enum(METHODS),
  amount: moneySchema,
  /** Address of the gateway's page while there is something to do on it. */
  payUrl: z.string().nullable(),
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

/** Whether the order can be paid now, and if not, why. */
export const PAY_STANDINGS = ['payable', 'paid', 'expired', 'cancelled', 'not_submitted', 'under_check'] as const
export type Standing = (typeof PAY_STANDINGS)[number]

export const payOrderSchema = z.object({
  id: z.string(),
  kind: z.enum(['plan', 'education']),
  /** Status of the order itself: `issued` is what the succeed page waits for. */
  status: z.string(),
  standing: z.enum(PAY_STANDINGS),
  /** Names in the request's language; empty for what a tuition payment does not have. */
  plan: z.string(),
  tier: z.string(),
  insurer: z.string(),
  /** Days of cover, both ends counted. */
  start: z.string().nullable(),
  end: z.string().nullable(),
  amount: moneySchema,
  /** End of the time to pay, ms. */
  expiresAt: z.number().int().nullable(),
  /** Who is insured, shortened for a payer who is not the buyer. */
  insured: z.string(),
  /** The caller made the order; false for a phone that opened its QR code. */
  own: z.boolean(),
})
export type PayOrder = z.output<typeof payOrderSchema>

/** Which order: one of the caller's own, or the one a QR code stands for. */
const which = {
  order: boundedText(60, 'invalid').min(1).optional(),
  code: boundedText(100, 'invalid').min(20).optional(),
}
/** Of every call: the code is somebody else's or over; the order went back to a draft. */
const WRONG_ORDER = ['code_used', 'code_expired', 'not_submitted'] as const

const followed = z.object({
  order: payOrderSchema,
  /** The latest payment, or the one asked for. */
  payment: paymentSchema.nullable(),
  /** How many of the order's QR codes a phone has opened: when it grows, what a screen shows may be used up. The buyer's own device only. */
  codesOpened: z.number().int(),
  /** The server's clock, ms: countdowns do not trust the device's. */
  now: z.number().int(),
})
export type Followed = z.output<typeof followed>

/** What is to be paid, and how it can be. */
export const payMethods = call({
  path: 'pay/methods',
  access: 'holder',
  input: z.object(which),
  output: followed.extend({ methods: z.array(z.object({ id: z.enum(METHODS), sandbox: z.boolean() })) }),
  errors: WRONG_ORDER,
})

/**
 * Starts a payment. The same `key` with the same body gives the same payment; with another body it is refused
 * (`key_reused`). An order has one open payment at a time: choosing another method gives the open one up first.
 * `gateway`: the provider did not answer and no money moved. `under_check`: a wrong sum arrived and is being looked at.
 */
export const payCreate = call({
  path: 'pay/create',
  access: 'holder',
  input: z.object({ ...which, method: z.enum(METHODS), key: patternText(/^[\w-]{16,64}$/, 64) }),
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

/** Gives up the open payment, not the order. The answer may be that it succeeded after all. */
export const payClose = call({
  path: 'pay/close',
  access: 'holder',
  input: z.object({ ...which, payment: boundedText(60, 'invalid').min(1) }),
  output: followed,
  errors: [...WRONG_ORDER, 'gateway'],
})

/**
 * A QR code by which a phone pays this order without a login: the first device to open it keeps it.
 * `path` draws the modules on a grid of `size` (SVG path data).
 */
export const payQr = call({
  path: 'pay/qr',
  access: 'holder',
  input: z.object({ order: boundedText(60, 'invalid').min(1) }),
  output: z.object({ url: z.string(), size: z.number().int(), path: z.string(), expiresAt: z.number().int(), now: z.number().int() }),
  errors: ['not_submitted', 'expired', 'paid', 'cancelled', 'under_check'],
})
