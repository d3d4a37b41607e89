/**
 * The refund for cancelling a policy, by the plan's own rule (domain §3.2 "Rules"). Pure: runs in the browser and on
 * the server.
 */
import { addDays, daysOfTerm, monthsAndDays, type Day } from '../../../lib/days/dates.ts'
import { money, scale, subtract, type Money } from '../../../lib/money/money.ts'
import { netPremiumFor } from '../../../lib/money/net-premium.ts'
import type { Plan } from './plan-types.ts'
import { thirtieths } from './pricing.ts'

export interface RefundInput {
  readonly plan: Plan
  readonly premium: Money
  readonly start: Day
  readonly end: Day
  /** The last day in force: cover ends at 24:00 of it. A day before `start` cancels before cover begins. */
  readonly cancelOn: Day
  /** Something was paid for a claim: decides only with plans that return unused months. */
  readonly claimPaid: boolean
  /** The visa was refused, nobody travelled, and the refusal letter is at hand (mainland plans). */
  readonly visaRefused?: boolean
  /** Proof of new cover or of departure is at hand (OSHC). */
  readonly proof?: boolean
}

export type Refund =
  | {
      readonly ok: true
      readonly amount: Money
      readonly basis: 'full' | 'net_premium' | 'unused_months'
      readonly daysInForce: number
      readonly daysOfTerm: number
      readonly unusedMonths?: number
      readonly fee?: Money
    }
  | { readonly ok: false; readonly reason: 'claim_paid' | 'ended' | 'proof_needed' }

/** The refund for cancelling. Worked example: CNY 3,840 for 365 days, cancelled after 100 = CNY 1,812.16. */
export function refundValue(input: RefundInput): Refund {
  const { plan, premium, start, end, cancelOn, claimPaid } = input
  const total = daysOfTerm(start, end)
  const daysInForce = Math.max(0, daysOfTerm(start, cancelOn))
  // Terms 9.3 of the mainland plans depend on no claim; plans of overseas insurers return nothing after one was paid.
  if (claimPaid && plan.refund.kind === 'unused_months') return { ok: false, reason: 'claim_paid' }
  const all = { ok: true, daysInForce, daysOfTerm: total } as const
  if (input.visaRefused && plan.refund.kind === 'net_premium') return { ...all, amount: premium, basis: 'full' }
  if (daysInForce >= total) return { ok: false, reason: 'ended' }
  if (plan.refund.kind === 'unused_months') return unusedMonths(input, plan.refund, all)
  if (daysInForce === 0) return { ...all, amount: premium, basis: 'full' }
  const amount = netPremiumFor(premium, total - daysInForce, total)
  return { ...all, amount, basis: 'net_premium' }
}

/** Whole unused months minus the fee; never negative. */
function unusedMonths(
  { premium, start, end, cancelOn, proof }: RefundInput,
  { fee, needsProof }: { fee: Money; needsProof: boolean },
  all: { ok: true; daysInForce: number; daysOfTerm: number },
): Refund {
  if (needsProof && !proof && all.daysInForce > 0) return { ok: false, reason: 'proof_needed' }
  const term = monthsAndDays(start, end)
  const unused = all.daysInForce === 0 ? term : { months: monthsAndDays(addDays(cancelOn, 1), end).months, days: 0 }
  const gross =
    unused.months + unused.days === 0
      ? money(0, premium.currency)
      : scale(premium, unused.months * 30 + Math.min(unused.days, 30), thirtieths(term.months, term.days))
  const net = subtract(gross, fee)
  const amount = net.amount < 0 ? money(0, premium.currency) : net
  return { ...all, amount, basis: 'unused_months', unusedMonths: unused.months, fee }
}
