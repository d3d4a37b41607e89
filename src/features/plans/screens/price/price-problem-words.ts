import { useLang, useT } from '../../../../app/words.tsx'
import { formatDay } from '../../../../lib/dates.ts'
import type { ClientPlan } from '../../plan-types.ts'
import type { PriceProblem } from './price-problem.ts'

/** What a problem says, with the plan's own limits in it; '' where there is none. */
export function useProblemWords({ ages, term, tiers }: ClientPlan, tier: string, problem: PriceProblem | undefined): string {
  const t = useT()
  const lang = useLang()
  if (!problem) return ''
  const { unit, from, to } = tiers.find(({ id }) => id === tier)?.term ?? term
  return t(`plans:price.problem.${problem.code}`, {
    youngest: ages.from, oldest: ages.to, day: problem.nearest ? formatDay(problem.nearest, lang) : '',
    shortest: t(`plans:price.length.${unit}`, { count: from }), longest: t(`plans:price.length.${unit}`, { count: to }),
  })
}
