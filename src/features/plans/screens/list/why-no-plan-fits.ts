/** Why no plan is shown, and what would be. Pure. */
import type { Lang } from '../../../../lib/locale.ts'
import { endOfMonths, isDay, type Day } from '../../../../lib/days/dates.ts'
import type { ClientPlan } from '../../rules/plan-types.ts'
import type { PlanSearch } from '../../rules/plan-search.ts'
import { results } from './listed-plans.ts'

/** `plans:list.none.<cause>` and `plans:list.nothingText.<cause>`. */
export type NothingCause = 'filter' | 'place' | 'visa' | 'age' | 'short' | 'long' | 'several'

/** Why no plan is shown: the filters, or the reason that all plans made for the place and the visa have in common. */
export function whyNothing(plans: readonly ClientPlan[], search: PlanSearch, today: Day, lang: Lang): NothingCause {
  const { fitting, others } = results(plans, { ...search, needs: [], insurers: [] }, today, lang)
  if (fitting.length > 0) return 'filter'
  const there = others.filter(({ reasons }) => !reasons.includes('destination'))
  if (there.length === 0) return 'place'
  const asked = there.filter(({ reasons }) => !reasons.includes('visa'))
  if (asked.length === 0) return 'visa'
  const common = (
    [
      ['age', 'age_range'],
      ['short', 'term_too_short'],
      ['long', 'term_too_long'],
    ] as const
  ).find(([, reason]) => asked.every(({ reasons }) => reasons.includes(reason)))
  return common?.[0] ?? 'several'
}

/**
 * If nothing is sold for so long a stay: the last day of its first year, if some plan fits that; later years are bought
 * one by one.
 */
export function firstYear(plans: readonly ClientPlan[], search: PlanSearch, today: Day, lang: Lang): Day | undefined {
  if (!isDay(search.start) || !isDay(search.end)) return undefined
  const end = endOfMonths(search.start, 12)
  return search.end > end && results(plans, { ...search, end }, today, lang).fitting.length > 0 ? end : undefined
}
