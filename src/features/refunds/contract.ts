/** Refunds of an order as its buyer sees them: what went or goes back, what may be asked for, and asking for it (design §5); and the account for one that no provider carries. */
import { z } from 'zod'
import { boundedRecord, boundedText, patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { CURRENCIES } from '../../lib/money.ts'

const orderId = boundedText(40, 'invalid').min(1)
const money = z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) })
const instant = z.number().int()

/**
 * What may be asked for: `not_issued`, all of an order that was paid and has no policy yet · `wrong_amount`, money of another sum than
 * was asked for · `surrender`, the policy is cancelled on its own page, where the sum is worked out · `none`.
 */
export const REFUND_BASES = ['not_issued', 'wrong_amount', 'surrender', 'none'] as const
export type RefundBasis = (typeof REFUND_BASES)[number]

/** Characters of a reason. */
export const REFUND_WHY = { least: 2, most: 500 } as const

/** Where the account for a refund that no provider carries is given. */
export const refundAccountPath = (refund: string): string => `/personal/order?refund=${encodeURIComponent(refund)}`

const refundView = z.object({
  id: z.string(),
  status: z.enum(['requested', 'under_review', 'approved', 'rejected', 'submitted', 'succeeded', 'failed']),
  reason: z.string(),
  amount: money,
  requestedAt: instant,
  /** Until when a person decides; `null` for what goes back by rule. */
  decideBy: instant.nullable(),
  settledAt: instant.nullable(),
  /** Where the money goes: a method of payment, `by_hand`, or `bank`. */
  method: z.string(),
  /** Parts that go by bank: what its payer gives an account for, or has given. */
  accounts: z.array(z.object({ id: z.string(), state: z.enum(['asked', 'given', 'in_batch', 'paid']), tail: z.string().nullable(), reference: z.string().nullable() })),
  /** Why it was refused. */
  why: z.string().nullable(),
})
export type RefundView = z.output<typeof refundView>

const orderRefunds = z.object({
  /** Newest first. */
  refunds: z.array(refundView),
  basis: z.enum(REFUND_BASES),
  /** What would go back; `null` where nothing can be asked for here. */
  amount: money.nullable(),
  policyId: z.string().nullable(),
})
export type OrderRefunds = z.output<typeof orderRefunds>

export const getRefunds = call({ path: 'refund/order', access: 'login', input: z.object({ order: orderId }), output: orderRefunds })

/**
 * Asks for it at the sum that was shown. `changed`: it is another one by now · `requested`: it was asked for already ·
 * `nothing`: nothing can go back, or the policy was issued meanwhile.
 */
export const askRefund = call({
  path: 'refund/ask', access: 'login',
  input: z.object({ order: orderId, amount: z.number().int().positive(), why: boundedText(REFUND_WHY.most, 'why_long').trim().min(REFUND_WHY.least, 'why_required') }),
  output: orderRefunds,
  errors: ['changed', 'requested', 'nothing'],
})

const refundId = boundedText(40, 'invalid').min(1)

const refundAccountView = z.object({
  id: z.string(),
  version: z.number().int(),
  /** `over`: it went back in another way, or is about to. */
  state: z.enum(['asked', 'given', 'in_batch', 'paid', 'over']),
  /** What was paid for. */
  about: z.string(),
  amount: money,
  /** Names that the account may carry. */
  names: z.array(z.string()),
  /** The last characters of the account that was given. */
  tail: z.string().nullable(),
  /** Why the bank returned the money, in the request's language. */
  reason: z.string().nullable(),
  /** The bank's, once it has paid, and when that was. */
  reference: z.string().nullable(),
  paidAt: instant.nullable(),
  /** Path of what was paid for, without language. */
  back: z.string(),
})
export type RefundAccountView = z.output<typeof refundAccountView>

export const getRefundAccount = call({ path: 'refund/account', access: 'login', input: z.object({ refund: refundId }), output: refundAccountView })

/** Gives the account, or another one until a batch for the bank has it. `changed`: it stands otherwise than on the page · `over`: it can no longer be changed. */
export const giveRefundAccount = call({
  path: 'refund/giveAccount', access: 'login', transport: 'multipart',
  input: z.object({
    refund: refundId, version: z.number().int().positive(),
    account: z.object({
      accountCountry: patternText(/^([A-Z]{2})?$/, 2), accountName: boundedText(70), accountNumber: boundedText(40), bankName: boundedText(120),
      bankFields: boundedRecord(patternText(/^[a-zA-Z]{2,20}$/, 20), boundedText(120), 12),
    }),
  }),
  output: refundAccountView,
  errors: ['changed', 'over'],
})
