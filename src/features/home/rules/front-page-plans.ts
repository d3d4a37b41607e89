/** What the front page shows of each plan: figures come from the plans' data and are not repeated here. */
import { now } from '../../../lib/days/clock.ts'
import { dayOf, type Day } from '../../../lib/days/dates.ts'
import { formatAmount, type Money } from '../../../lib/money/money.ts'
import type { Lang } from '../../../lib/locale.ts'
import { fit, isRetired, type Limit, type Plan, type PlanSet, type Tier } from '../../plans/contract.ts'

export interface PlanRow {
  id: string
  name: string
  tagline: string
  insurer: string
  /** Yearly maximum of the tier with that lowest price: a sum, or `unlimited` / `no_cap`. */
  maximum: string | { word: Exclude<Limit, Money> }
  /** Lowest price of all ages and tiers, and what it is for: a month or a whole trip. */
  from: { price: string; unit: 'month' | 'trip' }
}

/** Plans in the order of fit and name, never by price (domain §3.1). */
export function planRows(set: PlanSet, lang: Lang, today: Day = dayOf(now())): PlanRow[] {
  const sold = set.plans.filter((plan) => !isRetired(plan, today))
  const ordered = fit(sold, {}, (plan) => set.words(lang, plan.id).name, lang)
  return ordered.map(({ plan }) => {
    const { name, tagline } = set.words(lang, plan.id)
    const { price, tier } = lowestPrice(plan)
    return {
      id: plan.id,
      name,
      tagline,
      insurer: set.insurerWords(lang, plan.insurer).name,
      maximum: typeof tier.yearMaximum === 'string' ? { word: tier.yearMaximum } : formatAmount(tier.yearMaximum, lang),
      from: { price: formatAmount(price, lang), unit: plan.premium.unit },
    }
  })
}

/** The lowest price with its tier, because both figures of a row must belong to the same tier. */
function lowestPrice({ tiers, premium }: Plan): { price: Money; tier: Tier } {
  const prices = tiers.flatMap((tier) =>
    premium.bands.flatMap((band) => {
      const price = band.price[tier.id]
      return price ? [{ price, tier }] : []
    }),
  )
  return prices.reduce((a, b) => (b.price.amount < a.price.amount ? b : a))
}
