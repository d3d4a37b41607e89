/**
 * Refunds of an order as its buyer sees them: past and pending refunds, what may be requested, and the request (design
 * §5); and the account for a refund that the provider cannot make.
 */
import { z } from 'zod/mini'
import { boundedRecord, boundedText, patternText, NAME_MAX } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'

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
