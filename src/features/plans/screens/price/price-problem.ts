/** Why the calculator shows no price, and which fields to correct. Pure. */
import { ageOn, isDay, type Day } from '../../../../lib/days/dates.ts'
import { dayError } from '../../../../lib/days/read-day.ts'
import { PLAN_LIMITS } from '../../../../lib/plan-limits.ts'
import type { Missing } from '../../rules/price-or-missing.ts'
import type { Quote } from '../../rules/pricing.ts'
import type { PlanSearch } from '../../rules/plan-search.ts'

/** `family.0` …: the date of birth of a family member. */
export type PriceField = 'to' | 'start' | 'end' | 'birth' | `family.${number}`

export interface PriceProblem {
  field: PriceField
  /** `plans:price.problem.<code>` */
  code:
    | 'start'
    | 'end'
    | 'birth'
    | 'family'
    | ReturnType<typeof dayError>
    | 'end_before'
    | 'birth_after'
    | 'start_past'
    | 'start_far'
    | 'term_too_short'
    | 'term_too_long'
    | 'age_range'
    | 'spouse_age'
    | 'child_age'
    | 'destination'
    | 'other'
  /** Not an error yet: something is not given, or still being typed. */
  unfinished: boolean
  /** The nearest last day for which the plan is sold, if the length is the reason. */
  nearest?: Day
}

type Said = Pick<PlanSearch, 'start' | 'end' | 'birth'> & Partial<Pick<PlanSearch, 'family'>>

/** Everything that is missing, in the order of the form; of errors only the first. Empty if there is a price. */
export function problemsOf(result: Quote | { missing: Missing }, said: Said): PriceProblem[] {
  if ('missing' in result) return missingFrom(said, result.missing)
  const problem = result.ok ? undefined : wrongIn(result, said)
  return problem ? [problem] : []
}

function missingFrom({ start, end, birth, family = [] }: Said, missing: Missing): PriceProblem[] {
  const asked: [PriceField, string, 'start' | 'end' | 'birth' | 'family'][] = [
    ['start', start, 'start'],
    ['end', end, 'end'],
    ['birth', birth, 'birth'],
    ...family.map(({ birth: born }, i): [PriceField, string, 'family'] => [`family.${i}`, born, 'family']),
  ]
  const found = asked
    .filter(([, value]) => !isDay(value))
    .map(([field, value, code]): PriceProblem => ({
      field,
      code: value === '' ? code : dayError(value),
      unfinished: true,
    }))
  return found.length > 0
    ? found
    : [{ field: missing === 'birth' ? 'birth' : 'end', code: missing === 'birth' ? 'birth' : 'end', unfinished: true }]
}

const nearestOf = ({ end }: { end?: Day }): { nearest?: Day } => (end ? { nearest: end } : {})

function wrongIn(result: Extract<Quote, { ok: false }>, { start, end, birth, family = [] }: Said): PriceProblem {
  const relative = (wrong: (birth: Day) => boolean, who?: 'spouse' | 'child'): PriceField =>
    `family.${Math.max(
      0,
      family.findIndex((one) => (who === undefined || one.who === who) && wrong(one.birth)),
    )}`
  switch (result.reason) {
    case 'dates':
      if (end < start) return { field: 'end', code: 'end_before', unfinished: false }
      return {
        field: birth > start ? 'birth' : relative((born) => born > start),
        code: 'birth_after',
        unfinished: false,
      }
    case 'start_past':
    case 'start_far':
      return { field: 'start', code: result.reason, unfinished: false }
    case 'term_too_short':
    case 'term_too_long':
      return { field: 'end', code: result.reason, unfinished: false, ...nearestOf(result) }
    case 'age_range':
      return { field: 'birth', code: result.reason, unfinished: false }
    case 'spouse_age':
      return { field: relative(() => true, 'spouse'), code: result.reason, unfinished: false }
    case 'child_age':
      return {
        field: relative((born) => ageOn(born, start) >= PLAN_LIMITS.adultAge, 'child'),
        code: result.reason,
        unfinished: false,
      }
    case 'destination':
      return { field: 'to', code: result.reason, unfinished: false }
    case 'tier':
    case 'retired':
    case 'family_not_offered':
      return { field: 'start', code: 'other', unfinished: false }
  }
}

/**
 * An entry that can be no day is an error once its field is left. One that may be several days is not: the field asks
 * which.
 */
export const impossible = ({ code }: PriceProblem): boolean => code === 'no_such_day' || code === 'date_format'
