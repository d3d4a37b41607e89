/** What the buyer answers in an order, as it is sent and stored: trip, people, health and the ticks of the check page. */
import { z } from 'zod/mini'
import { boundedRecord, boundedText } from '../../../lib/bounded-schemas.ts'
import { peopleDraftSchema } from './people-draft.ts'
import { day, sha256, slug } from '../list-contract.ts'

/** What is bought. In a draft, days and tier may be missing. */
export const tripSchema = z.object({
  plan: slug,
  tier: z._default(z.union([slug, z.literal('')]), ''),
  start: z._default(z.union([day, z.literal('')]), ''),
  end: z._default(z.union([day, z.literal('')]), ''),
  destination: z._default(z.union([slug, z.literal('')]), ''),
  /** Has the student arrived already? Some waiting periods count only then; `null` until answered. */
  arrived: z._default(z.nullable(z.boolean()), null),
})
export type Trip = z.output<typeof tripSchema>

/** More than any plan asks. The ids come from the browser, so their number is limited. */
const MOST_QUESTIONS = 160

/** Question id (`q1` …; for a family member `p1-q1` …) → answer. No answer is preselected. */
export const healthSchema = z.object({
  answers: z._default(boundedRecord(slug, z.enum(['yes', 'no']), MOST_QUESTIONS), {}),
  /** Diagnosis, date, treatment and present state: required for every yes. */
  details: z._default(boundedRecord(slug, boundedText(2000), MOST_QUESTIONS), {}),
})
export type HealthAnswers = z.output<typeof healthSchema>

export const checkSchema = z.object({
  /** Ids of the declarations ticked; none is preselected. */
  declarations: z._default(z.array(slug).check(z.maxLength(20)), []),
  /** "I want a second policy for the same days", when `duplicates` is not empty. */
  second: z._default(z.boolean(), false),
  /** "What the partner filled in is right", required while a value of `prefill` is still among the answers. */
  prefilled: z._default(z.boolean(), false),
  /**
   * Checksum of the declarations that the ticks were made under: text, plan and sum. Ticks made under any other do not
   * count.
   */
  text: z._default(z.union([sha256, z.literal('')]), ''),
})
/** No tick at all. */
export const NO_TICKS: z.output<typeof checkSchema> = { declarations: [], second: false, prefilled: false, text: '' }

export const answersSchema = z.object({
  trip: tripSchema,
  people: z.prefault(peopleDraftSchema, {}),
  health: z.prefault(healthSchema, {}),
  check: z.prefault(checkSchema, {}),
})
export type Answers = z.output<typeof answersSchema>
