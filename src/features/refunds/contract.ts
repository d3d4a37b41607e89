/** Refunds of an order as its buyer sees them: what went or goes back, what may be asked for, and asking for it (design §5). */
import { z } from 'zod'
import { boundedText } from '../../lib/bounded-schemas.ts'
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

const refundView = z.object({
  id: z.string(),
  status: z.enum(['requested', 'under_review', 'approved', 'rejected', 'submitted', 'succeeded', 'failed']),
  reason: z.string(),
  amount: money,
  requestedAt: instant,
  /** Until when a person decides; `null` for what goes back by rule. */
  decideBy: instant.nullable(),
  settledAt: instant.nullable(),
  /** Where the money goes: a method of payment, or `by_hand`. */
  method: z.string(),
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
