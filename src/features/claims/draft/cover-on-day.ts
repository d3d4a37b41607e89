/** Whether a policy covers a day, and if not, why. */
import { isDay, type Day } from '../../../lib/dates.ts'

/** Words: `apply:cover.<reason>`. */
const COVER_REASONS = ['not_started', 'ended', 'cancelled', 'never_in_force'] as const
export type Cover = 'covered' | (typeof COVER_REASONS)[number]

export interface CoverDays {
  /** First and last day of cover, both inside. */
  start: Day
  end: Day
  cancelledOn: Day | null
  /** The whole premium went back: none of its days is covered. */
  neverInForce?: boolean
}

/**
 * Cover starts at 00:00 and ends at 24:00 of its days in Shanghai (design §2). The day of cancelling is still covered: what happened
 * on it before the cancelling was. A policy cancelled before its first day covers nothing.
 */
export function coverOn({ start, end, cancelledOn, neverInForce = false }: CoverDays, day: Day): Cover {
  if (cancelledOn !== null && (neverInForce || cancelledOn < start)) return 'never_in_force'
  if (cancelledOn !== null && day > cancelledOn) return 'cancelled'
  if (day < start) return 'not_started'
  return day > end ? 'ended' : 'covered'
}

/** A day on which something can have happened. What was typed and is no day of the calendar is told apart from nothing. */
export function incidentDayError(day: string, today: Day): 'incident_date_required' | 'no_such_day' | 'incident_date_future' | undefined {
  if (!isDay(day)) return day === '' ? 'incident_date_required' : 'no_such_day'
  return day > today ? 'incident_date_future' : undefined
}
