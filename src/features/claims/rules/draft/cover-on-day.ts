/** Whether a policy covers a day, and if not, why. */
import { addDays, isDay, type Day } from '../../../../lib/days/dates.ts'
import { dayError } from '../../../../lib/days/read-day.ts'

/** Words: `claimform:cover.<reason>`. */
const COVER_REASONS = ['not_started', 'ended', 'cancelled', 'never_in_force'] as const
export type Cover = 'covered' | (typeof COVER_REASONS)[number]

export interface CoverDays {
  /** First and last day of cover, both included. */
  start: Day
  end: Day
  cancelledOn: Day | null
  /** The whole premium was refunded: none of its days is covered. */
  neverInForce?: boolean
}

/** Countries in which it is never earlier than in Beijing, of those where people study. */
const NOT_WEST = /CN|HK|MO|TW|SG|MY|BN|PH|JP|KR|AU|NZ/
/** Those in which it may be later, and no country: it is not known yet. */
const EAST = /^$|JP|KR|AU|NZ|FJ|PG|RU|ID/

/**
 * Cover starts at 00:00 and ends at 24:00 of its days in Shanghai (design §2). The day of cancellation is still
 * covered, because events before the cancellation were. A policy cancelled before its first day covers nothing.
 *
 * `country`: for a day that a person tells, where it was, or empty while that is not known. West of Beijing the evening
 * before the first day is already the first day there, and east of it the last hours of cover are on the next day, so
 * that the claim is taken and a person decides. Without it the day is one of Beijing.
 */
export function coverOn({ start, end, cancelledOn, neverInForce = false }: CoverDays, day: Day, country = 'CN'): Cover {
  if (cancelledOn !== null && (neverInForce || cancelledOn < start)) return 'never_in_force'
  if (day < start) return addDays(day, 1) === start && !NOT_WEST.test(country) ? 'covered' : 'not_started'
  const there = EAST.test(country) ? addDays(day, -1) : day
  if (cancelledOn !== null && there > cancelledOn) return 'cancelled'
  return there > end ? 'ended' : 'covered'
}

/** Checks a day on which something may have happened. An invalid date gets another error than an empty one. */
export function incidentDayError(
  day: string,
  today: Day,
): 'incident_date_required' | 'incident_date_future' | ReturnType<typeof dayError> | undefined {
  if (!isDay(day)) return day === '' ? 'incident_date_required' : dayError(day)
  return day > today ? 'incident_date_future' : undefined
}
