/** A payment and what is paid, as the calls of paying return them. */
import { z } from 'zod'
import { CURRENCIES } from '../../lib/money.ts'
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

const moneySchema = z.object({ amount: z.number().int().nonnegative(), currency: z.enum(CURRENCIES) })

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
  refund: z
    .object({
      status: z.enum(REFUND_STATES),
      reason: z.enum(REFUND_REASONS),
      amount: moneySchema,
      at: z.number().int(),
      /** Refunded another way than it was paid, as agreed with the buyer. */
      byHand: z.boolean(),
    })
    .nullable(),
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
  /** Where its documents are sent, masked; only for the owner, and where it is known. */
  sentTo: z.string().nullable(),
  /** What the page says once it is paid, where its status has no words of its own. */
  after: z.object({ title: z.string(), text: z.string() }).nullable(),
  /** The caller may pay it as its owner; false for a phone that opened its QR code, and for a payment link. */
  own: z.boolean(),
  /** The payment link that the caller used: who made it. */
  link: z.object({ madeBy: z.enum(['buyer', 'adviser']) }).nullable(),
})
export type PayOrder = z.output<typeof payOrderSchema>
