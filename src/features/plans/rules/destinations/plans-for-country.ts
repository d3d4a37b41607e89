/** Relates countries with a list of hospitals to the destinations that plans are made for. */
import type { CountryId } from '../../../../lib/hospitals/countries-with-hospital-list.ts'
import { DESTINATIONS, type Destination } from './destinations.ts'
import { type Plan } from '../plan-types.ts'
import { rankOf } from './destination-rank.ts'

/** A country that is no destination of its own belongs to the Schengen area: the lists contain no other. */
export const destinationOf = (country: CountryId): Destination =>
  DESTINATIONS.find((place) => place === country) ?? 'schengen'

/** Plans for a stay in a country, those made for it first, each group by name as given. */
export function plansFor<P extends Pick<Plan, 'destinations'>>(plans: readonly P[], country: CountryId): P[] {
  const rank = (plan: P): number | undefined => rankOf(plan, destinationOf(country))
  return plans.filter((plan) => rank(plan) !== undefined).toSorted((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0))
}

/** The countries that a plan is made for; none where it covers the world. */
export function countriesOf({ destinations }: Pick<Plan, 'destinations'>, all: readonly CountryId[]): CountryId[] {
  return 'only' in destinations ? all.filter((country) => destinations.only.includes(destinationOf(country))) : []
}
