/** When a change request is decided, until when its difference in price can be paid, and how many one may send. Pure. */
import { addDays, startOfCover, type Day } from '../../../lib/days/dates.ts'
import { LIMITS } from '../../../lib/limits-and-periods.ts'

export const DAY_MS = 24 * 3_600_000

/** Latest decision, ms. */
export const dueAt = (submittedAt: number): number => submittedAt + LIMITS.changeDays * DAY_MS
/** Until when the difference can be paid: some days from the decision, and no longer than cover lasts, ms. */
export const payUntilOf = (decidedAt: number, end: Day): number =>
  Math.min(decidedAt + LIMITS.changePayDays * DAY_MS, startOfCover(addDays(end, 1)))
