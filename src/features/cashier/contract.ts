/** Paying (spec §2 "Payment", design §5): choose a method, start one payment, follow it, give it up, show its code to a phone. */
import { z } from 'zod'
import { boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'

export type { PaymentMethod } from './payment-methods.ts'

/** Minutes in which a phone may open a payment's QR code. */
export const CODE_MINUTES = 10

/** Longest life of a payment link in days; never longer than its payable can be paid. */
export const LINK_DAYS = 7

export const PAYMENT_STATES = ['created', 'started', 'succeeded', 'failed', 'error'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const FAILURES = ['rejected', 'expired', 'cancelled', 'authorization'] as const
export type Failure = (typeof FAILURES)[number]
/** Reasons for which a wallet or bank refuses one try. */
export const REFUSED = ['rejected', 'authorization'] as const satisfies readonly Failure[]
export type Refused = (typeof REFUSED)[number]
export const REFUND_STATES = ['requested', 'under_review', 'approved', 'rejected', 'submitted', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * Why a refund was made: the money came too late · was paid twice · the policy could not be issued · an operator asked · a policy was cancelled · the buyer
 * asked before there was a policy · another sum was paid than was asked for · a school does not get its tuition · a student left the group payment.
 */
export const REFUND_REASONS = ['late', 'duplicate', 'issue_failed', 'operator', 'surrender', 'not_issued', 'wrong_amount', 'endorsement', 'tuition_returned', 'left_list'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

export const moneySchema = z.object({ amount: z.number().int().nonnegative(), currency: z.enum(CURRENCIES) })

export const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(PAYMENT_STATES),
  /** Why it failed; for an open payment, how the payer's last try at the gateway ended. */
  failure: z.enum(FAILURES).nullable(),
  method: z.enum(PAYMENT_METHODS),
  amount: moneySchema,
  /** Address of the gateway's page, while the payer can act there. */
  payUrl: z.string().nullable(),
  /** The gateway's QR code, to be scanned with the wallet: SVG path data on a grid of `size`. */
  qr: z.object({ size: z.number().int(), path: z.string() }).nullable(),
  /** Parameters for the wallet's browser, to confirm within the page. */
  inPage: z.record(z.string(), z.string()).nullable(),
  createdAt: z.number().int(),
  /** Instant the outcome was known, ms. */
  settledAt: z.number().int().nullable(),
  refund: z.object({
    status: z.enum(REFUND_STATES), reason: z.enum(REFUND_REASONS), amount: moneySchema, at: z.number().int(),
    /** Refunded another way than it was paid, as agreed with the buyer. */
    byHand: z.boolean(),
  }).nullable(),
})
export type PaymentView = z.output<typeof paymentSchema>

/** Whether it can be paid now, and if not, why. */
export const PAY_STANDINGS = ['payable', 'paid', 'expired', 'cancelled', 'not_submitted', 'under_check', 'in_group'] as const
export type Standing = (typeof PAY_STANDINGS)[number]

/** The payable: an order, an extension of a policy, or anything else that a feature registered. */
export const payOrderSchema = z.object({
  kind: z.string(),
  id: z.string(),
  /** The number by which the payer knows it. */
  number: z.string(),
  /** The payable's own status; for an order for a plan the succeed page waits for `issued`. */
  status: z.string(),
  /** Everything that the payment causes is done. */
  settled: z.boolean(),
  standing: z.enum(PAY_STANDINGS),
  /** What it is, in the request's language; empty for the first purchase of a policy. */
  about: z.string(),
  /** Names in the request's language; empty for those that a kind does not have. */
  plan: z.string(),
  tier: z.string(),
  insurer: z.string(),
  /** Days of cover that are paid for; both ends count. */
  start: z.string().nullable(),
  end: z.string().nullable(),
  amount: moneySchema,
  /** Latest instant to pay, ms. */
  expiresAt: z.number().int().nullable(),
  /** Name of the insured, shortened for a payer who is not the buyer. */
  insured: z.string(),
  /** Where several are insured: each one's name and part of the amount; names are shortened in the same way. */
  parts: z.array(z.object({ name: z.string(), amount: moneySchema })).default([]),
  /** Who bought or requested it, shortened in the same way; empty where nobody is named. */
  buyer: z.string(),
  /** Name of the school whose campaign it came from; `null` otherwise. */
  campaign: z.string().nullable(),
  /** Number of the application, if that is what is paid for: it has steps, answers to change, and a sales record. */
  application: z.string().nullable(),
  /** Path of the page from which it is paid, without language; only on the buyer's own device. */
  back: z.string().nullable(),
  /** What the page says once it is paid, where its status has no words of its own. */
  after: z.object({ title: z.string(), text: z.string() }).nullable(),
  /** The caller may pay it as its owner; false for a phone that opened its QR code, and for a payment link. */
  own: z.boolean(),
  /** The payment link that the caller used: who made it. */
  link: z.object({ madeBy: z.enum(['buyer', 'adviser']) }).nullable(),
})
export type PayOrder = z.output<typeof payOrderSchema>

/** A payable of the caller's own: an order by its number, everything else as `<kind>.<id>`. */
const own = {
  order: boundedText(60, 'invalid').min(1).optional(),
  pay: boundedText(81, 'invalid').min(3).optional(),
}
/** The same, or the payable of a QR code. */
const which = { ...own, code: boundedText(100, 'invalid').min(20).optional(), link: boundedText(100, 'invalid').min(1).optional() }
/** Refusals of every call: the code was used by somebody else or has expired; the link is over; the order went back to a draft. */
const WRONG_ORDER = ['code_used', 'code_expired', 'link_ended', 'link_expired', 'not_submitted'] as const

const followed = z.object({
  order: payOrderSchema,
  /** The latest payment, or the one asked for. */
  payment: paymentSchema.nullable(),
  /** Who requested that payment: only this caller, only others, or several, since all requests lead to the one possible payment. */
  startedBy: z.enum(['caller', 'others', 'several']).nullable(),
  /** How many of its QR codes a phone has opened: when the number grows, the code on screen may be used up. Only on the buyer's own device. */
  codesOpened: z.number().int(),
  /** The server's clock, ms: countdowns do not trust the device's. */
  now: z.number().int(),
})
export type Followed = z.output<typeof followed>

/**
 * What is to be paid, and by which methods: `here`, in this browser, or only in another one; `down` where the provider did not answer a moment
 * ago. `last` is the caller's last choice.
 */
export const payMethods = call({
  path: 'pay/methods',
  access: 'holder',
  input: z.object(which),
  output: followed.extend({ methods: z.array(z.object({ id: z.enum(PAYMENT_METHODS), sandbox: z.boolean(), here: z.boolean(), down: z.boolean() })), last: z.enum(PAYMENT_METHODS).nullable() }),
  errors: WRONG_ORDER,
})

/**
 * Starts a payment. The same `key` with the same body returns the same payment; with another body it is refused (`key_reused`). There is one open payment at a time: choosing
 * another method first gives up the open one. `gateway`: the provider did not answer and no money moved. `under_check`: a wrong sum arrived and is being checked. `in_group`: a
 * school pays for it in a group payment.
 */
export const payCreate = call({
  path: 'pay/create',
  access: 'holder',
  input: z.object({
    ...which, method: z.enum(PAYMENT_METHODS), key: patternText(/^[\w-]{16,64}$/, 64),
    /** The payer is in the flow of a partner's link, and returns to it: its `in_id`, or '' without one. */
    linked: patternText(/^[\w-]{0,40}$/, 40).optional(),
  }),
  output: followed,
  errors: [...WRONG_ORDER, 'expired', 'paid', 'cancelled', 'key_reused', 'gateway', 'under_check', 'in_group'],
})

/** The state of a payment; asks the provider if it has not notified us yet. */
export const payStatus = call({
  path: 'pay/status',
  access: 'holder',
  input: z.object({ ...which, payment: boundedText(60, 'invalid').optional() }),
  output: followed,
  errors: WRONG_ORDER,
})

/** Gives up the open payment, but not its payable. The reply may say that the payment succeeded after all. */
export const payClose = call({
  path: 'pay/close',
  access: 'holder',
  input: z.object({ ...which, payment: boundedText(60, 'invalid').min(1) }),
  output: followed,
  errors: [...WRONG_ORDER, 'gateway'],
})

/**
 * A QR code by which a phone pays without a login: only the first device to open it can use it. `path` draws
 * the modules on a grid of `size` (SVG path data).
 */
export const payQr = call({
  path: 'pay/qr',
  access: 'holder',
  input: z.object(own),
  output: z.object({ url: z.string(), size: z.number().int(), path: z.string(), expiresAt: z.number().int(), now: z.number().int() }),
  errors: ['not_submitted', 'expired', 'paid', 'cancelled', 'under_check', 'in_group'],
})

/** A link by which somebody else pays without a login: returns the same link until it ends. */
export const payLink = call({
  path: 'pay/link',
  access: 'holder',
  input: z.object(own),
  output: z.object({ url: z.string(), expiresAt: z.number().int(), now: z.number().int() }),
  errors: ['not_submitted', 'expired', 'paid', 'cancelled', 'under_check', 'in_group'],
})

/** Ends the link that `pay/link` made. A payment that was begun through it is given up, unless it succeeds first. */
export const payEndLink = call({
  path: 'pay/endLink',
  access: 'holder',
  input: z.object(own),
  output: z.object({}),
  errors: [],
})
