/**
 * Prices a term of an existing policy. A family member pays a share of the student's price, whatever their own age
 * (domain §3.2 "Family").
 */
import type { Day } from '../../../../lib/days/dates.ts'
import type { Plan } from '../../../plans/server/door.ts'
import { familyAges, quote, type Quote } from '../../../plans/contract.ts'
import type { People } from '../../../orders/server/door.ts'

export interface PricedPerson {
  person: number
  relationship: string
  people: People
}

/**
 * Relationship of a family member to the student who bought the policy; `null` for the person whom the order itself
 * insured.
 */
export const tieOf = ({
  person,
  relationship,
}: Pick<PricedPerson, 'person' | 'relationship'>): 'spouse' | 'child' | null =>
  person === 1 ? null : relationship === 'spouse' ? 'spouse' : 'child'

/** The ages at which the person can be insured. */
export function agesOf(of: Pick<PricedPerson, 'person' | 'relationship'>, plan: Pick<Plan, 'ages'>): Plan['ages'] {
  const tie = tieOf(of)
  return tie === null ? plan.ages : familyAges(tie, plan)
}

export function quotePerson(of: PricedPerson, term: { plan: Plan; tier: string; start: Day; end: Day }): Quote {
  const { insured, policyholder } = of.people
  const tie = tieOf(of)
  if (tie === null) return quote({ ...term, birthDate: insured.birthDate })
  const { birthDate } = insured
  const found = quote({
    ...term,
    birthDate: policyholder.birthDate,
    family: tie === 'spouse' ? { spouse: { birthDate } } : { children: [{ birthDate }] },
  })
  const line = found.ok ? found.breakdown.find(({ who }) => who === tie) : undefined
  return found.ok && line ? { ok: true, premium: line.premium, age: line.age, breakdown: [line] } : found
}
