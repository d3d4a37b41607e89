/** A payment and what is paid, as the calls of paying return them. */
import { z } from 'zod/mini'
import { currencySchema } from '../../../lib/money/money-schema.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'

export const PAYMENT_STATES = ['created', 'started', 'succeeded', 'failed', 'error'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
export const FAILURES = ['rejected', 'expired', 'cancelled', 'authorization'] as const
export type Failure = (typeof FAILURES)[number]
/** Reasons for which a wallet or bank refuses one try. */
export const REFUSED = ['rejected', 'authorization'] as const satisfies readonly Failure[]
export type Refused = (typeof REFUSED)[number]
export const REFUND_STATES = [
  'requested',
  'under_review',
  'approved',
  'rejected',
  'submitted',
  'succeeded',
  'failed',
] as const
export type RefundState = (typeof REFUND_STATES)[number]

/**
 * Why a refund was made: the money came too late · was paid twice · the policy could not be issued · an operator asked
 * · a policy was cancelled · the buyer asked before there was a policy · another sum was paid than was asked for · a
 * school does not get its tuition · a student left the group payment.
 */
export const REFUND_REASONS = [
  'late',
  'duplicate',
  'issue_failed',
  'operator',
  'surrender',
  'not_issued',
  'wrong_amount',
  'endorsement',
  'tuition_returned',
  'left_list',
] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

const moneySchema = z.object({ amount: z.int().check(z.nonnegative()), currency: currencySchema })

export const paymentSchema = z.object({
  id: z.string(),
  status: z.enum(PAYMENT_STATES),
  /** Why it failed; for an open payment, how the payer's last try at the gateway ended. */
  failure: z.nullable(z.enum(FAILURES)),
  method: z.enum(PAYMENT_METHODS),
  amount: moneySchema,
  /** Address of the gateway's page, while the payer can act there. */
  payUrl: z.nullable(z.string()),
  /** The gateway's QR code, to be scanned with the wallet: SVG path data on a grid of `size`. */
  qr: z.nullable(z.object({ size: z.int(), path: z.string() })),
  /** Parameters for the wallet's browser, to confirm within the page. */
  inPage: z.nullable(z.record(z.string(), z.string())),
  /** What came for it by bank transfer and does not fit, while a person decides. */
  arrived: z._default(z.nullable(moneySchema), null),
  createdAt: z.int(),
  /** Instant the outcome was known, ms. */
  settledAt: z.nullable(z.int()),
  refund: z.nullable(
    z.object({
      status: z.enum(REFUND_STATES),
      reason: z.enum(REFUND_REASONS),
      amount: moneySchema,
      at: z.int(),
      /** Refunded another way than it was paid, as agreed with the buyer. */
      byHand: z.boolean(),
    }),
  ),
})
export type PaymentView = z.output<typeof paymentSchema>

/** Whether it can be paid now, and if not, why. */
export const PAY_STANDINGS = [
  'payable',
  'paid',
  'expired',
  'cancelled',
  'not_submitted',
  'under_review',
  'accepted',
  'declined',
  'under_check',
  'in_group',
] as const
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
  start: z.nullable(z.string()),
  end: z.nullable(z.string()),
  amount: moneySchema,
  /** Latest instant to pay, ms. */
  expiresAt: z.nullable(z.int()),
  /** Name of the insured, shortened for a payer who is not the buyer. */
  insured: z.string(),
  /** Where several are insured: each one's name and part of the amount; names are shortened in the same way. */
  parts: z._default(z.array(z.object({ name: z.string(), amount: moneySchema })), []),
  /** Who bought or requested it, shortened in the same way; empty where nobody is named. */
  buyer: z.string(),
  /** Name of the school whose campaign it came from; `null` otherwise. */
  campaign: z.nullable(z.string()),
  /** Number of the application, if that is what is paid for: it has steps, answers to change, and a sales record. */
  application: z.nullable(z.string()),
  /** Its policy will have a letter for a school's insurance waiver. */
  waiverLetter: z.optional(z.boolean()),
  /** Path of the page from which it is paid, without language; only on the buyer's own device. */
  back: z.nullable(z.string()),
  /** Where its documents are sent, masked; only for the owner, and where it is known. */
  sentTo: z.nullable(z.string()),
  /** What the page says once it is paid, where its status has no words of its own. */
  after: z.nullable(z.object({ title: z.string(), text: z.string() })),
  /** The caller may pay it as its owner; false for a phone that opened its QR code, and for a payment link. */
  own: z.boolean(),
  /** The payment link that the caller used: who made it. */
  link: z.nullable(z.object({ madeBy: z.enum(['buyer', 'adviser']) })),
})
export type PayOrder = z.output<typeof payOrderSchema>
