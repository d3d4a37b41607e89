/** The clock of a promise: when it began, how long it runs, and whether it is paused. */
import { z } from 'zod/mini'
import { day } from './claim-value-schemas.ts'

/**
 * A promise with a deadline (design §6.7, domain §5.1). Days are calendar days in Shanghai; the first day is
 * day 1. `decision` 5 days, complex 30 · `payment` 10 · `review` of an appeal 10 · `on_account` 60.
 */
export const clockSchema = z.object({
  kind: z.enum(['decision', 'payment', 'review', 'on_account']),
  state: z.enum(['running', 'stopped', 'late', 'done']),
  /** Days used, out of `of`. */
  day: z.int(),
  of: z.int(),
  startedOn: day,
  /** Paused since this day because documents are awaited. */
  stoppedOn: z.nullable(day),
  /** Last day of the promise; while it is paused, the day it would be if it continued today. */
  dueOn: day,
  complex: z.boolean(),
})
export type Clock = z.output<typeof clockSchema>
