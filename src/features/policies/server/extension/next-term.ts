/** Whether a policy can be extended, and between which days (domain §3.2 "Extend"). Pure. */
import { addDays, ageOn, dayOf, endOfMonths, startOfCover, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { termEnds } from '../../../plans/contract.ts'
import type { Plan } from '../../../plans/server/door.ts'
import type { BlockedReason } from '../../extension-calls.ts'

export interface ExtensionCase {
  /** The plan as it is sold now; `undefined` where it is no longer sold. */
  plan: Plan | undefined
  /** Ages at which the person can be insured, where they differ from the plan's. */
  ages?: Plan['ages'] | undefined
  tier: string
  /** First day of the first of the terms that led here: together they may last only so long. */
  since: Day
  /** First and last day of the present term. */
  starts: Day
  ends: Day
  birthDate: Day
  /** Someone else bought a death benefit for the insured. */
  deathBenefitByOther: boolean
  now: number
}

export interface NextTerm {
  from: Day
  shortest: Day
  longest: Day
  suggested: Day[]
  years: number
}

export type Extendable = { ok: true; term: NextTerm } | { ok: false; reason: BlockedReason; from: Day | null }

/**
 * No extension is offered when less than this is left before the next term begins, because there would be no time to
 * pay, ms.
 */
const LEAST_MS = 10 * 60_000
const MONTHS_SUGGESTED = [1, 3, 6, 9, 12]

export function nextTerm({
  plan,
  ages = plan?.ages,
  tier: tierId,
  since,
  starts,
  ends,
  birthDate,
  deathBenefitByOther,
  now,
}: ExtensionCase): Extendable {
  const no = (reason: BlockedReason, from: Day | null = null): Extendable => ({ ok: false, reason, from })
  const from = addDays(ends, 1)
  if (now > startOfCover(from) - LEAST_MS) return no('ended')
  const tier = plan?.tiers.find(({ id }) => id === tierId)
  if (!plan?.online || !tier) return no('not_sold')
  if (plan.extendYears === null) return no('no_next_term')
  const earliest = addDays(from, -LIMITS.extendAheadDays)
  if (earliest > dayOf(now)) return no('too_early', earliest)
  const span = termEnds(tier.term, from)
  const last = endOfMonths(since, 12 * plan.extendYears)
  const longest = span.longest < last ? span.longest : last
  if (span.shortest > longest) return no('longest')
  const age = ageOn(birthDate, from)
  if (!ages || age < ages.from || age > ages.to) return no('age')
  if (deathBenefitByOther && age >= LIMITS.adultAge && ageOn(birthDate, starts) < LIMITS.adultAge) return no('consent')
  const suggested = [...MONTHS_SUGGESTED.map((months) => endOfMonths(from, months)), longest].filter(
    (day) => day >= span.shortest && day <= longest,
  )
  return {
    ok: true,
    term: {
      from,
      shortest: span.shortest,
      longest,
      suggested: [...new Set(suggested)].sort(),
      years: plan.extendYears,
    },
  }
}
