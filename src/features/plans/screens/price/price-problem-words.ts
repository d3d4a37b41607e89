import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import type { ClientPlan } from '../../rules/plan-types.ts'
import type { PriceProblem } from './price-problem.ts'

/** Words of a problem, with the plan's own limits. */
export function useProblemWords({ ages, term, tiers }: ClientPlan, tier: string): (problem: PriceProblem) => string {
  const t = useT()
  const lang = useLang()
  const { unit, from, to } = tiers.find(({ id }) => id === tier)?.term ?? term
  return (problem) =>
    t(`plans:price.problem.${problem.code}`, {
      youngest: ages.from,
      oldest: ages.to,
      day: problem.nearest ? formatDay(problem.nearest, lang) : '',
      shortest: t(`plans:price.length.${unit}`, { count: from }),
      longest: t(`plans:price.length.${unit}`, { count: to }),
    })
}
