/** When an application must be passed on, when its insurer is asked again, and how many one may send. Pure. */
import { LIMITS } from '../../../lib/limits-and-periods.ts'

export const DAY_MS = 86_400_000

/** Deadline for us to pass it on, ms. */
export const referBy = (submittedAt: number): number => submittedAt + LIMITS.overseasReferDays * DAY_MS
/** When we ask an insurer that has not answered, ms. */
export const insurerReminderAt = (referredAt: number): number => referredAt + LIMITS.overseasAskDays * DAY_MS
