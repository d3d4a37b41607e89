import { localPath, type Lang } from '../../../lib/locale.ts'
import type { ClientPlan } from '../rules/plan-types.ts'
import { rankOf } from '../rules/destinations/destination-rank.ts'
import { DESTINATIONS, type Destination } from '../rules/destinations/destinations.ts'
import { EMPTY_SEARCH, writeSearch, type PlanSearch } from '../rules/plan-search.ts'

/** Places that a plan covers, in the vocabulary's order. */
export const placesOf = (plan: ClientPlan): Destination[] =>
  DESTINATIONS.filter((place) => rankOf(plan, place) !== undefined)

/** Path where buying begins, with all answers given so far. */
export function buyPath(
  plan: ClientPlan,
  tier: string,
  { to, start, end, birth, family }: Pick<PlanSearch, 'to' | 'start' | 'end' | 'birth' | 'family'>,
  lang: Lang,
): string {
  const places = placesOf(plan)
  const place = to && places.includes(to) ? to : ''
  return (
    localPath(lang, '/confirm') +
    writeSearch(
      {
        ...EMPTY_SEARCH,
        to: place || (places.length === 1 ? (places[0] ?? '') : ''),
        start,
        end,
        birth,
        family: plan.family ? family : [],
      },
      `?plan=${plan.id}&tier=${tier}`,
    )
  )
}
