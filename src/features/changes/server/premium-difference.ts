/** How another date of birth changes the premium of a policy, term by term (terms 9.5, Insurance Law art. 32). Pure. */
import { addDays, ageOn, type Day } from '../../../lib/days/dates.ts'
import { add, money, subtract, type Money } from '../../../lib/money/money.ts'
import type { Plan } from '../../plans/server/door.ts'
import { familyAges, quote } from '../../plans/contract.ts'
import type { VersionFacts } from '../../policies/server/door.ts'

/** A term of the policy with the plan as it was sold then. */
interface PricedTerm {
  plan: Plan
  from: Day
  to: Day
}

interface DifferenceLine {
  from: Day
  to: Day
  ageBefore: number
  ageAfter: number
  before: Money
  after: Money
}

/**
 * `outside`: the plan is not sold at that age · `unknown`: the available rate tables do not yield what was paid, so
 * they cannot say what should have been paid either.
 */
export type Difference =
  | { kind: 'same' }
  | { kind: 'differs'; lines: DifferenceLine[]; amount: Money }
  | { kind: 'outside'; age: number; ages: { from: number; to: number } }
  | { kind: 'unknown' }

/** The terms of a history that were paid for: the issue, and each extension from its first day on. */
export function termsOf(
  history: readonly Pick<VersionFacts, 'reason' | 'validFrom' | 'starts' | 'ends'>[],
): { from: Day; to: Day; at: number }[] {
  return history.flatMap((it, at) => {
    if (it.reason === 'issue') return [{ from: it.starts, to: it.ends, at }]
    return it.reason === 'extension' ? [{ from: addDays(history[at - 1]?.ends ?? it.starts, 1), to: it.ends, at }] : []
  })
}

export interface DifferenceCase {
  terms: readonly PricedTerm[]
  tier: string
  paid: Money
  births: readonly [Day, Day]
  /**
   * Set for a family member: insured at other ages, for a share of the student's price that does not depend on their
   * own age.
   */
  tie?: 'spouse' | 'child' | null
}

/** `paid` is the present premium of the policy. */
export function differenceOf({ terms, tier, paid, births: [old, corrected], tie = null }: DifferenceCase): Difference {
  if (old === corrected) return { kind: 'same' }
  const lines: DifferenceLine[] = []
  for (const { plan, from, to } of terms) {
    const age = corrected > from ? -1 : ageOn(corrected, from)
    const ages = tie === null ? plan.ages : familyAges(tie, plan)
    if (age < ages.from || age > ages.to) return { kind: 'outside', age: Math.max(0, age), ages }
    if (tie !== null) continue
    const price = (birthDate: Day) => quote({ plan, tier, start: from, end: to, birthDate })
    const [before, after] = [price(old), price(corrected)]
    if (!before.ok || !after.ok) return { kind: 'unknown' }
    lines.push({ from, to, ageBefore: before.age, ageAfter: after.age, before: before.premium, after: after.premium })
  }
  const total = (of: 'before' | 'after'): Money =>
    lines.reduce((sum, line) => add(sum, line[of]), money(0, paid.currency))
  const amount = subtract(total('after'), total('before'))
  // An age with the same price makes no difference, whatever was paid.
  if (lines.every(({ before, after }) => before.amount === after.amount)) return { kind: 'same' }
  if (total('before').amount !== paid.amount || amount.amount === 0) return { kind: 'unknown' }
  return { kind: 'differs', lines, amount }
}
