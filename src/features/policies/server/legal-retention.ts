/**
 * How long a policy, its order and its claims are kept by law, counted from the end of the contract (privacy policy §7,
 * terms of one year or longer).
 */
import { addMonths, dayOf, endOfMonths, type Day } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PolicyTable } from '../tables.ts'

type Term = Pick<PolicyTable, 'starts' | 'ends' | 'cancelled_at'>

/** The last day that the contract can have run: its end, or the day it was cancelled. */
function lastDayOf({ ends, cancelled_at }: Term): Day {
  const cancelled = cancelled_at === null ? ends : dayOf(cancelled_at)
  return cancelled < ends ? cancelled : ends
}

/** The last day of the legal retention period. */
export function keptUntil(policy: Term): Day {
  const years = policy.ends > endOfMonths(policy.starts, 12) ? LIMITS.recordYearsLong : LIMITS.recordYearsShort
  return addMonths(lastDayOf(policy), 12 * years)
}

/** Policies whose retention period is over on that day. */
export async function policiesPastRetention(db: Deps['db'] | Trx, today: Day): Promise<string[]> {
  const years = addMonths(today, -12 * LIMITS.recordYearsShort)
  const before = Date.parse(`${addMonths(today, -12 * LIMITS.recordYearsShort)}T00:00:00Z`) + 86_400_000
  const rows = await db
    .selectFrom('policies')
    .select(['id', 'starts', 'ends', 'cancelled_at'])
    .where((eb) => eb.or([eb('ends', '<', years), eb('cancelled_at', '<', before)]))
    .execute()
  return rows.filter((row) => keptUntil(row) < today).map((row) => row.id)
}
