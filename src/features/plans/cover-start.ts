/** When cover may begin (domain §3.2 "Rules"). Pure. */
import { addDays, type Day } from '../../lib/dates.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'

/** The first day that cover bought today may have: it starts at 00:00, so today's 00:00 lies before the purchase. */
export const earliestStart = (today: Day): Day => addDays(today, 1)

/** Cover never begins before it is bought: tomorrow at the earliest; and while today's tariff holds at the latest. */
export function startMisfit(start: Day, today: Day): 'start_past' | 'start_far' | undefined {
  if (start < earliestStart(today)) return 'start_past'
  return start > addDays(today, LIMITS.startAheadDays) ? 'start_far' : undefined
}
