/** When cover may begin (domain §3.2 "Rules"). Pure. */
import { addDays, type Day } from '../../../lib/days/dates.ts'
import { PLAN_LIMITS } from '../../../lib/plan-limits.ts'

/** The first possible day of cover bought today: cover starts at 00:00, and today's 00:00 is before the purchase. */
export const earliestStart = (today: Day): Day => addDays(today, 1)

/** Cover begins tomorrow at the earliest, never before it is bought; and at the latest while today's tariff is valid. */
export function startMisfit(start: Day, today: Day): 'start_past' | 'start_far' | undefined {
  if (start < earliestStart(today)) return 'start_past'
  return start > addDays(today, PLAN_LIMITS.startAheadDays) ? 'start_far' : undefined
}
