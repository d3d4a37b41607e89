import { expect, test } from 'vitest'
import { LANGS } from '../../../lib/locale.ts'
import { cellWords } from './benefits.ts'
import { declaredConditionWords } from './declared-conditions.ts'
import { loadPlans } from '../content/load-plans.ts'

const set = loadPlans()
const tiers = set.plans.flatMap((plan) => plan.tiers.map((tier) => ({ plan, tier, name: `${plan.id} ${tier.id}` })))

test.each(tiers)(
  '$name: acceptance is told with what the plan’s own table says of such illnesses',
  ({ plan, tier }) => {
    for (const lang of LANGS) {
      const told = declaredConditionWords(tier, set.t(lang), lang)
      const { none, notes } = cellWords('preExisting', plan, tier, set.t(lang), lang)
      expect(/is still excluded|仍不在保障内/.test(told)).toBe(none)
      for (const figure of notes.join(' ').match(/[\d,]{5,}|\d+万/g) ?? []) expect(told).toContain(figure)
      if (tier.preExisting.kind === 'after_months' && tier.preExisting.months > 0)
        expect(told).toMatch(new RegExp(`${tier.preExisting.months}( months|个月)`))
      expect(told).not.toMatch(/plans:|\{\{/)
    }
  },
)
