/** How long a promise runs, since when, and whether it stands still. */
import { z } from 'zod'
import { day } from './claim-field-schemas.ts'

/**
 * A promise that runs (design §6.7, domain §5.1). Days are calendar days in Shanghai; the first day is day 1.
 * `decision` 5 days, complex 30 · `payment` 10 · `review` of an appeal 10 · `on_account` 60.
 */
export const clockSchema = z.object({
  kind: z.enum(['decision', 'payment', 'review', 'on_account']),
  state: z.enum(['running', 'stopped', 'late', 'done']),
  /** Days used, of so many. */
  day: z.number().int(),
  of: z.number().int(),
  startedOn: day,
  /** Since when it stands still: documents are awaited. */
  stoppedOn: day.nullable(),
  /** Last day of the promise; while it stands still, as it would be if it went on today. */
  dueOn: day,
  complex: z.boolean(),
})
export type Clock = z.output<typeof clockSchema>
