/** The refund for cancelling a policy, line by line (terms 9.1 to 9.3). Pure. */
import { daysOfTerm, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { money, percent, subtract, type Money } from '../../../../lib/money/money.ts'
import { refundValue } from '../../../plans/contract.ts'
import type { Plan } from '../../../plans/server/door.ts'
import type { SurrenderQuote } from '../../surrender-calls.ts'

export interface SurrenderCase {
  plan: Plan
  premium: Money
  /** The part of the premium that was refunded before, or is reserved for it: only the rest is calculated with. */
  returned?: Money
  starts: Day
  ends: Day
  /** The day of the request; cover ends with it. */
  today: Day
  claims: SurrenderQuote['claims']
  /** The refusal letter is at hand and nobody travelled: the whole premium, even after the start. */
  visaRefused?: boolean
}

export type WorkedOut = Omit<SurrenderQuote, 'id' | 'visaRefused' | 'school'>

/** `ended` on the last day and after it: no day is left to refund. */
export function workOut({
  plan,
  premium: whole,
  returned = money(0, whole.currency),
  starts,
  ends,
  today,
  claims,
  visaRefused = false,
}: SurrenderCase): WorkedOut | 'ended' {
  if (today >= ends) return 'ended'
  const premium = returned.amount < whole.amount ? subtract(whole, returned) : money(0, whole.currency)
  const begun = today >= starts
  const base = {
    claims,
    lastDay: begun ? today : null,
    daysInForce: begun ? daysOfTerm(starts, today) : 0,
    daysOfTerm: daysOfTerm(starts, ends),
  }
  const value = refundValue({
    plan,
    premium,
    start: starts,
    end: ends,
    cancelOn: today,
    claimPaid: claims === 'paid',
    visaRefused,
  })
  const nothing = money(0, premium.currency)
  const amount = value.ok ? value.amount : nothing
  const line = (id: WorkedOut['lines'][number]['id'], sum: Money) => ({ id, amount: sum })
  const steps = !value.ok
    ? [line('claim', subtract(nothing, premium))]
    : value.basis === 'full'
      ? []
      : partLines(premium, amount)
  return {
    ...base,
    amount,
    lines: [
      line('premium', whole),
      ...(returned.amount > 0 ? [line('returned', subtract(premium, whole))] : []),
      ...steps,
      line('total', amount),
    ],
  }
}

/** The expense loading first, then the days in force: these two and the refund add up to the premium to the cent. */
function partLines(premium: Money, amount: Money): WorkedOut['lines'] {
  const net = percent(premium, LIMITS.netPremiumPercent)
  return [
    { id: 'expenses', amount: subtract(net, premium) },
    { id: 'used', amount: subtract(amount, net) },
  ]
}
