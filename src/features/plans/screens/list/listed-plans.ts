/** Which plans and tiers the list shows, in which order: fit to the place, then name (domain §3.1); never by price. */
import { HTML_LANG, type Lang } from '../../../../lib/locale.ts'
import type { Day } from '../../../../lib/days/dates.ts'
import { hasNoDeductible } from '../../rules/benefits.ts'
import { fit, type Fit } from '../../rules/rank-plans.ts'
import type { ClientPlan, Tier } from '../../rules/plan-types.ts'
import type { Benefit } from '../../rules/benefit-types.ts'
import { needsOf, type Need, type PlanSearch } from '../../rules/plan-search.ts'

export interface Result extends Fit<ClientPlan> {
  /** Tiers that are sold for the term and have what the person needs. */
  shown: readonly Tier[]
}

const has = (benefit: Benefit): boolean => benefit.state !== 'none'

/** Does a tier have what a person needs? */
export const meets = (tier: Tier, need: Need): boolean =>
  need === 'noDeductible' ? hasNoDeductible(tier.deductible) : has(tier.benefits[need])

export function results(
  plans: readonly ClientPlan[],
  search: PlanSearch,
  today: Day,
  lang: Lang,
): { fitting: Result[]; others: Result[] } {
  const all = fit(plans, needsOf(search, today), (plan) => plan.name, lang).map((one): Result => ({
    ...one,
    shown: one.plan.tiers.filter(
      (tier) => one.tiers.includes(tier.id) && search.needs.every((need) => meets(tier, need)),
    ),
  }))
  const wanted = (one: Result): boolean =>
    one.fits && one.shown.length > 0 && (search.insurers.length === 0 || search.insurers.includes(one.plan.insurer))
  return { fitting: sorted(all.filter(wanted), search, lang), others: all.filter((one) => !one.fits) }
}

function sorted(list: Result[], { sort }: PlanSearch, lang: Lang): Result[] {
  if (sort === 'fit') return list
  const order = new Intl.Collator(HTML_LANG[lang])
  if (sort === 'name') return [...list].sort((a, b) => order.compare(a.plan.name, b.plan.name))
  return [...list].sort((a, b) => most(b) - most(a) || order.compare(a.plan.name, b.plan.name))
}

/** Highest year maximum of the tiers shown; without a cap it is above every sum. Only sums of one currency are compared. */
function most({ shown }: Result): number {
  return Math.max(
    ...shown.map(({ yearMaximum }) =>
      typeof yearMaximum === 'string' ? Infinity : yearMaximum.currency === 'CNY' ? yearMaximum.amount : 0,
    ),
  )
}
