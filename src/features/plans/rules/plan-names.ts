/** Names of plans and tiers alone, for lists of orders; for pages, which load plans while the site is built. */
import type { Lang } from '../../../lib/locale.ts'
import { loadPlans } from '../content/load-plans.ts'

export type PlanNames = Readonly<Record<string, { name: string; tiers: Readonly<Record<string, string>> }>>

/** A plan of one tier has no name for it. */
export function planNames(lang: Lang): PlanNames {
  const set = loadPlans()
  return Object.fromEntries(
    set.plans.map(({ id, tiers }) => {
      const words = set.words(lang, id)
      return [
        id,
        {
          name: words.name,
          tiers:
            tiers.length === 1
              ? {}
              : Object.fromEntries(tiers.map((tier) => [tier.id, words.tiers[tier.id]?.name ?? ''])),
        },
      ]
    }),
  )
}
