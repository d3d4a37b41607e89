/** What the front page shows of each plan: figures come from the plans' data, never typed again. */
import { formatAmount, type Money } from '../../lib/money.ts'
import type { Lang } from '../../lib/locale.ts'
import { fit } from '../plans/contract.ts'
import type { PlanSet } from '../plans/contract.ts'
import type { Limit, Plan } from '../plans/contract.ts'

export interface PlanRow {
  id: string
  name: string
  tagline: string
  insurer: string
  /** Highest year maximum of its tiers: a sum, or `unlimited` / `no_cap`. */
  maximum: string | { word: Exclude<Limit, Money> }
  /** Lowest price of any age and tier, and for what: a month or a whole trip. */
  from: { price: string; unit: 'month' | 'trip' }
}

/** Plans in the order of fit and name, never by price (domain §3.1). */
export function planRows(set: PlanSet, lang: Lang): PlanRow[] {
  const ordered = fit(set.plans, {}, (plan) => set.words(lang, plan.id).name, lang)
  return ordered.map(({ plan }) => {
    const { name, tagline } = set.words(lang, plan.id)
    const price = lowestPrice(plan)
    return {
      id: plan.id, name, tagline,
      insurer: set.insurerWords(lang, plan.insurer).name,
      maximum: highestMaximum(plan, lang),
      from: { price: formatAmount(price, lang), unit: plan.premium.unit },
    }
  })
}

function highestMaximum(plan: Plan, lang: Lang): PlanRow['maximum'] {
  const limits = plan.tiers.map((tier) => tier.yearMaximum)
  const word = limits.find((limit) => typeof limit === 'string')
  if (word) return { word }
  const sums = limits.filter((limit) => typeof limit !== 'string')
  const most = sums.reduce((a, b) => (b.amount > a.amount ? b : a))
  return formatAmount(most, lang)
}

function lowestPrice(plan: Plan): Money {
  const prices = plan.premium.bands.flatMap((band) => Object.values(band.price))
  return prices.reduce((a, b) => (b.amount < a.amount ? b : a))
}
