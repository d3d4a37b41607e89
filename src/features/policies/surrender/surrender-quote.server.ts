/** What comes back when a policy is cancelled, line by line (terms 9.1 to 9.3). Pure. */
import { daysOfTerm, type Day } from '../../../lib/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import { money, percent, subtract, type Money } from '../../../lib/money.ts'
import { refundValue } from '../../plans/contract.ts'
import type { Plan } from '../../plans/api.server.ts'
import type { SurrenderQuote } from './surrender-calls.ts'

export interface SurrenderCase {
  plan: Plan
  premium: Money
  /** What went back of it before, or is about to: only the rest can be worked on. */
  returned?: Money
  starts: Day
  ends: Day
  /** The day of the request; cover holds until its end. */
  today: Day
  claims: SurrenderQuote['claims']
  /** The refusal letter is here and nobody travelled: the whole premium, after the start too. */
  visaRefused?: boolean
}

export type WorkedOut = Omit<SurrenderQuote, 'id' | 'visaRefused'>

/** `ended` on the last day and after it: no day is left to give back. */
export function workOut({ plan, premium: whole, returned = money(0, whole.currency), starts, ends, today, claims, visaRefused = false }: SurrenderCase): WorkedOut | 'ended' {
  if (today >= ends) return 'ended'
  const premium = returned.amount < whole.amount ? subtract(whole, returned) : money(0, whole.currency)
  const begun = today >= starts
  const base = { claims, lastDay: begun ? today : null, daysInForce: begun ? daysOfTerm(starts, today) : 0, daysOfTerm: daysOfTerm(starts, ends) }
  const value = refundValue({ plan, premium, start: starts, end: ends, cancelOn: today, claimPaid: claims !== 'none', visaRefused })
  const nothing = money(0, premium.currency)
  const amount = value.ok ? value.amount : nothing
  const line = (id: WorkedOut['lines'][number]['id'], sum: Money) => ({ id, amount: sum })
  const steps = !value.ok ? [line('claim', subtract(nothing, premium))] : value.basis === 'full' ? [] : partLines(premium, amount)
  return { ...base, amount, lines: [line('premium', whole), ...(returned.amount > 0 ? [line('returned', subtract(premium, whole))] : []), ...steps, line('total', amount)] }
}

/** The expense loading first, then the days in force: the two and what is left make the premium to the cent. */
function partLines(premium: Money, amount: Money): WorkedOut['lines'] {
  const net = percent(premium, LIMITS.netPremiumPercent)
  return [{ id: 'expenses', amount: subtract(net, premium) }, { id: 'used', amount: subtract(amount, net) }]
}
