/**
 * Paying (spec §2 "Payment", design §5): choose a method, start one payment, follow it, give it up, show its code to a
 * phone.
 */
import { z } from 'zod/mini'
import { boundedRecord, boundedText, NAME_MAX, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'
import { PAYMENT_METHODS } from './rules/payment-methods.ts'
import { payOrderSchema, paymentSchema } from './rules/payment-schemas.ts'

export type { PaymentMethod } from './rules/payment-methods.ts'
export * from './rules/payment-schemas.ts'

/** Minutes in which a phone may open a payment's QR code. */
export const CODE_MINUTES = 10

/** Longest life of a payment link in days; never longer than its payable can be paid. */
export const LINK_DAYS = 7

/** A payable of the caller's own: an order by its number, everything else as `<kind>.<id>`. */
const own = {
  order: z.optional(boundedText(60, 'invalid').check(z.minLength(1))),
  pay: z.optional(boundedText(81, 'invalid').check(z.minLength(3))),
}
/** The same, or the payable of a QR code. */
const which = {
  ...own,
  code: z.optional(boundedText(100, 'invalid').check(z.minLength(20))),
  link: z.optional(boundedText(100, 'invalid').check(z.minLength(1))),
}
/**
 * Refusals of every call: the code was used by somebody else or has expired; the link is over; the order went back to a
 * draft, which the insurer has accepted (only its owner is told).
 */
const WRONG_ORDER = ['code_used', 'code_expired', 'link_ended', 'link_expired', 'not_submitted', 'accepted'] as const
/** Why nothing can be paid. Only the owner is told of a review: others get `not_submitted` or `cancelled`. */
const NOT_PAYABLE = ['expired', 'paid', 'cancelled', 'under_review', 'declined', 'under_check', 'in_group'] as const

const followed = z.object({
  order: payOrderSchema,
  /** The latest payment, or the one asked for. */
  payment: z.nullable(paymentSchema),
  /**
   * Who requested that payment: only this caller, only others, or several, since all requests lead to the one possible
   * payment.
   */
  startedBy: z.nullable(z.enum(['caller', 'others', 'several'])),
  /** The caller's latest payment of it was ended by somebody else, who paid or began to pay instead. */
  takenOver: z.boolean(),
  /**
   * How many of its QR codes a phone has opened: when the number grows, the code on screen may be used up. Only on the
   * buyer's own device.
   */
  codesOpened: z.int(),
  /** The server's clock, ms: countdowns do not trust the device's. */
  now: z.int(),
})
export type Followed = z.output<typeof followed>

/**
 * What is to be paid, and by which methods: `here`, in this browser, or only in another one; `down` where the provider
 * did not answer a moment ago. `last` is the caller's last choice.
 */
export const payMethods = call({
  path: 'pay/methods',
  access: 'holder',
  input: z.object(which),
  output: z.extend(followed, {
    methods: z.array(
      z.object({ id: z.enum(PAYMENT_METHODS), sandbox: z.boolean(), here: z.boolean(), down: z.boolean() }),
    ),
    last: z.nullable(z.enum(PAYMENT_METHODS)),
  }),
  errors: WRONG_ORDER,
})

/**
 * Starts a payment. The same `key` with the same body returns the same payment; with another body it is refused
 * (`key_reused`). There is one open payment at a time: choosing another method first gives up the open one. `gateway`:
 * the provider did not answer and no money moved. `under_check`: a wrong sum arrived and is being checked. `in_group`:
 * a school pays for it in a group payment.
 */
export const payCreate = call({
  path: 'pay/create',
  access: 'holder',
  input: z.object({
    ...which,
    method: z.enum(PAYMENT_METHODS),
    key: patternText(/^[\w-]{16,64}$/, 64),
    /** The payer is in the flow of a partner's link, and returns to it: its `in_id`, or '' without one. */
    linked: z.optional(patternText(/^[\w-]{0,40}$/, 40)),
  }),
  output: followed,
  errors: [...WRONG_ORDER, ...NOT_PAYABLE, 'key_reused', 'gateway', 'payments_many'],
})

/** The state of a payment; asks the provider if it has not notified us yet. */
export const payStatus = call({
  path: 'pay/status',
  access: 'holder',
  input: z.object({ ...which, payment: z.optional(boundedText(60, 'invalid')) }),
  output: followed,
  errors: WRONG_ORDER,
})

/** Gives up the open payment, but not its payable. The reply may say that the payment succeeded after all. */
export const payClose = call({
  path: 'pay/close',
  access: 'holder',
  input: z.object({ ...which, payment: boundedText(60, 'invalid').check(z.minLength(1)) }),
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
  output: z.object({
    url: z.string(),
    size: z.int(),
    path: z.string(),
    expiresAt: z.int(),
    now: z.int(),
  }),
  errors: ['not_submitted', 'accepted', ...NOT_PAYABLE, 'codes_many'],
})

/** A link by which somebody else pays without a login: returns the same link until it ends. */
export const payLink = call({
  path: 'pay/link',
  access: 'holder',
  input: z.object(own),
  output: z.object({ url: z.string(), expiresAt: z.int(), now: z.int() }),
  errors: ['not_submitted', 'accepted', ...NOT_PAYABLE, 'links_many'],
})

/** Ends the link that `pay/link` made. A payment that was begun through it is given up, unless it succeeds first. */
export const payEndLink = call({
  path: 'pay/endLink',
  access: 'holder',
  input: z.object(own),
  output: z.object({}),
  errors: [],
})

const orderId = boundedText(40, 'invalid').check(z.minLength(1))
const instant = z.int()

/**
 * What may be requested: `not_issued`, everything of a paid order without a policy · `wrong_amount`, money in another
 * sum than was asked for · `surrender`, the policy is cancelled on its own page, where the sum is calculated · `none`.
 */
const REFUND_BASES = ['not_issued', 'wrong_amount', 'surrender', 'none'] as const
export type RefundBasis = (typeof REFUND_BASES)[number]

/** Characters of a reason. */
export const REFUND_REASON_LENGTH = { least: 2, most: 500 } as const

/** The page on which the account for a refund is given. */
export const refundAccountPath = (refund: string): string => `/personal/order?refund=${encodeURIComponent(refund)}`

const refundView = z.object({
  id: z.string(),
  status: z.enum(['requested', 'under_review', 'approved', 'rejected', 'submitted', 'succeeded', 'failed']),
  reason: z.string(),
  amount: money,
  requestedAt: instant,
  /** Until when an operator decides; `null` for a refund by rule. */
  decideBy: z.nullable(instant),
  settledAt: z.nullable(instant),
  /** How the money is refunded: a method of payment, `by_hand`, or `bank`. */
  method: z.string(),
  /** Parts refunded by bank: the payer must give an account, or has given one. */
  accounts: z.array(
    z.object({
      id: z.string(),
      state: z.enum(['asked', 'given', 'in_batch', 'paid']),
      tail: z.nullable(z.string()),
      reference: z.nullable(z.string()),
    }),
  ),
  /** Reason of the refusal. */
  why: z.nullable(z.string()),
})
export type RefundView = z.output<typeof refundView>

const orderRefunds = z.object({
  /** Newest first. */
  refunds: z.array(refundView),
  basis: z.enum(REFUND_BASES),
  /** The sum that would be refunded; `null` where nothing can be requested here. */
  amount: z.nullable(money),
  policyId: z.nullable(z.string()),
})
export type OrderRefunds = z.output<typeof orderRefunds>

export const getRefunds = call({
  path: 'refund/order',
  access: 'login',
  input: z.object({ order: orderId }),
  output: orderRefunds,
})

/**
 * Requests it at the sum that was shown. `changed`: the sum is another one now · `requested`: it was requested already
 * · `nothing`: nothing can be refunded, or the policy was issued in the meantime.
 */
export const askRefund = call({
  path: 'refund/ask',
  access: 'login',
  input: z.object({
    order: orderId,
    amount: z.int().check(z.positive()),
    why: boundedText(REFUND_REASON_LENGTH.most, 'why_long').check(
      z.trim(),
      z.minLength(REFUND_REASON_LENGTH.least, 'why_required'),
    ),
  }),
  output: orderRefunds,
  errors: ['changed', 'requested', 'nothing'],
})

const refundId = boundedText(40, 'invalid').check(z.minLength(1))

const refundAccountView = z.object({
  id: z.string(),
  version: z.int(),
  /** `over`: it was or will be refunded in another way. */
  state: z.enum(['asked', 'given', 'in_batch', 'paid', 'over']),
  /** What was paid for. */
  about: z.string(),
  amount: money,
  /** Names that the account may carry. */
  names: z.array(z.string()),
  /** The last characters of the account that was given. */
  tail: z.nullable(z.string()),
  /** Why the bank returned the money, in the request's language. */
  reason: z.nullable(z.string()),
  /** The bank's reference and the time, once it has paid. */
  reference: z.nullable(z.string()),
  paidAt: z.nullable(instant),
  /** Path of the page of what was paid for, without language. */
  back: z.string(),
})
export type RefundAccountView = z.output<typeof refundAccountView>

export const getRefundAccount = call({
  path: 'refund/account',
  access: 'login',
  input: z.object({ refund: refundId }),
  output: refundAccountView,
})

/**
 * Gives the account, or replaces it until a batch for the bank contains it. `changed`: it has changed since the page
 * was loaded · `over`: it can no longer be changed.
 */
export const giveRefundAccount = call({
  path: 'refund/giveAccount',
  access: 'login',
  transport: 'multipart',
  input: z.object({
    refund: refundId,
    version: z.int().check(z.positive()),
    account: z.object({
      accountCountry: patternText(/^([A-Z]{2})?$/, 2),
      accountName: boundedText(NAME_MAX),
      accountNumber: boundedText(40),
      bankName: boundedText(120),
      bankFields: boundedRecord(patternText(/^[a-zA-Z]{2,20}$/, 20), boundedText(120), 12),
    }),
    /** The separate consent to the use of the bank details was ticked. */
    sensitive: z.boolean().check(z.refine((yes) => yes, 'consent_required')),
    /** The payer has seen name, bank, country and last digits together. */
    confirmed: z.literal(true, 'confirmation_required'),
  }),
  output: refundAccountView,
  errors: ['changed', 'over'],
})
