/** Checks the days and the destination of an order: the people page does so before it asks for a price. */
import { isDay, type Day } from '../../../lib/days/dates.ts'
import { dayError } from '../../../lib/days/read-day.ts'
import type { FieldErrors } from '../../../lib/errors.ts'
import { startMisfit } from '../../plans/contract.ts'
import type { Trip } from '../contract.ts'

export interface TripInput {
  trip: Trip
  tiers: readonly string[]
  /** Places the plan may be bought for. */
  covers: (destination: string) => boolean
  /** Does the plan have a waiting period for those who buy after arrival? */
  asksArrival: boolean
  /** Today in Shanghai: cover begins after it. */
  today: Day
}

/** Reasons why the plans' `quote` refuses a price → the field to correct. */
export const PRICE_FIELDS: Readonly<Record<string, string>> = {
  tier: 'tier',
  retired: 'tier',
  dates: 'end',
  start_past: 'start',
  start_far: 'start',
  term_too_short: 'end',
  term_too_long: 'end',
  destination: 'destination',
}

/** Keys: `tier`, `start`, `end`, `destination`, `arrived`. */
export function checkTrip({ trip, tiers, covers, asksArrival, today }: TripInput): FieldErrors {
  const errors: FieldErrors = {}
  if (!trip.tier) errors['tier'] = 'select_required'
  else if (!tiers.includes(trip.tier)) errors['tier'] = 'invalid'
  if (!trip.destination) errors['destination'] = 'select_required'
  else if (!covers(trip.destination)) errors['destination'] = 'destination_not_covered'
  for (const field of ['start', 'end'] as const) {
    if (!trip[field]) errors[field] = 'date_required'
    else if (!isDay(trip[field])) errors[field] = dayError(trip[field])
  }
  const misplaced = errors['start'] ? undefined : startMisfit(trip.start, today)
  if (misplaced) errors['start'] = misplaced
  if (!errors['start'] && !errors['end'] && trip.end < trip.start) errors['end'] = 'end_before_start'
  if (asksArrival && trip.arrived === null) errors['arrived'] = 'select_required'
  return errors
}
