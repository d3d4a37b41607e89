/** The period of cover of a policy: its days, used and left; up to the cancellation for a cancelled one. Pure. */
import { dayOf, daysBetween, daysOfTerm, type Day } from '../../../../lib/days/dates.ts'
import type { Period, PolicyRow } from '../../contract.ts'
import type { PolicyTable } from '../../tables.ts'

/** Days of cover begun, and days after today (before the start: days until it). */
export function coverPeriod(start: Day, end: Day, today: Day): Period {
  const days = daysOfTerm(start, end)
  const used = Math.min(days, Math.max(0, daysOfTerm(start, today)))
  const left = today < start ? daysBetween(today, start) : Math.max(0, daysBetween(today, end))
  return { start, end, days, used, left }
}

/** The period that a cancelled policy covered; `null` where it was never in force. The same rule as `coverOn` of claims. */
export function cancelledPeriod(start: Day, end: Day, on: Day, wholePremiumReturned: boolean): Period | null {
  if (wholePremiumReturned || on < start) return null
  const last = on < end ? on : end
  return coverPeriod(start, last, last)
}

/** When a policy was cancelled, and what of its period it covered until then; `null` for one that was not. */
export function cancellationOf(
  row: Pick<PolicyTable, 'status' | 'cancelled_at' | 'starts' | 'ends' | 'premium_minor'>,
): (NonNullable<PolicyRow['cancelled']> & { covered: Period | null }) | null {
  if (row.status !== 'cancelled' || row.cancelled_at === null) return null
  const on = dayOf(row.cancelled_at)
  const covered = cancelledPeriod(row.starts, row.ends, on, row.premium_minor === 0)
  return { on, inForce: covered !== null, covered }
}
