/** Why the calculator shows no price, and at which field that can be put right. Pure. */
import { isDay, type Day } from '../../../../lib/dates.ts'
import type { Missing } from '../../price-or-missing.ts'
import type { Quote } from '../../pricing.ts'
import type { PlanSearch } from '../../plan-search.ts'

export type PriceField = 'to' | 'start' | 'end' | 'birth'

export interface PriceProblem {
  field: PriceField
  /** `plans:price.problem.<code>` */
  code: 'start' | 'end' | 'birth' | 'no_day' | 'end_before' | 'birth_after' | 'start_past' | 'start_far' | 'term_too_short' | 'term_too_long' | 'age_range' | 'destination' | 'other'
  /** Nothing is wrong yet: something is only not given, or still being typed. */
  unfinished: boolean
  /** The nearest last day that the plan is sold for, where the length is the reason. */
  nearest?: Day
}

/** `undefined` where there is a price. */
export function problemOf(result: Quote | { missing: Missing }, { start, end, birth }: Pick<PlanSearch, 'start' | 'end' | 'birth'>): PriceProblem | undefined {
  if ('missing' in result) {
    const field = result.missing === 'birth' ? 'birth' : isDay(start) ? 'end' : 'start'
    const value = { start, end, birth }[field]
    return { field, code: value === '' ? field : 'no_day', unfinished: true }
  }
  if (result.ok) return undefined
  switch (result.reason) {
    case 'dates': return end < start ? { field: 'end', code: 'end_before', unfinished: false } : { field: 'birth', code: 'birth_after', unfinished: false }
    case 'start_past':
    case 'start_far': return { field: 'start', code: result.reason, unfinished: false }
    case 'term_too_short':
    case 'term_too_long': return { field: 'end', code: result.reason, unfinished: false, ...(result.end ? { nearest: result.end } : {}) }
    case 'age_range': return { field: 'birth', code: result.reason, unfinished: false }
    case 'destination': return { field: 'to', code: result.reason, unfinished: false }
    default: return { field: 'start', code: 'other', unfinished: false }
  }
}
