/** The plan's limits, for error texts that state one: "too long" says how long is allowed. */
import { formatDay, isDay } from '../../../../../lib/days/dates.ts'
import type { Lang } from '../../../../../lib/locale.ts'
import { termEnds, type ClientPlan } from '../../../../plans/contract.ts'
import type { Trip } from '../../../contract.ts'

export function errorFigures(
  { ages, tiers }: ClientPlan,
  { tier, start }: Pick<Trip, 'tier' | 'start'>,
  lang: Lang,
): Record<string, string | number> {
  const term = tiers.find(({ id }) => id === tier)?.term
  const ends = term && isDay(start) ? termEnds(term, start) : undefined
  return {
    youngest: ages.from,
    oldest: ages.to,
    ...(ends ? { shortest: formatDay(ends.shortest, lang), longest: formatDay(ends.longest, lang) } : {}),
  }
}
