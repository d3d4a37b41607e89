/** What the buyer answers in an order, as it is sent and stored: trip, people, health and the ticks of the check page. */
import { z } from 'zod'
import { boundedRecord, boundedText } from '../../lib/bounded-schemas.ts'
import { peopleDraftSchema } from './people-draft.ts'
import { day, sha256, slug } from './list-contract.ts'

/** What is bought. In a draft, days and tier may be missing. */
export const tripSchema = z.object({
  plan: slug,
  tier: slug.or(z.literal('')).default(''),
  start: day.or(z.literal('')).default(''),
  end: day.or(z.literal('')).default(''),
  destination: slug.or(z.literal('')).default(''),
  /** Has the student arrived already? Some waiting periods count only then; `null` until answered. */
  arrived: z.boolean().nullable().default(null),
})
export type Trip = z.output<typeof tripSchema>

/** More than any plan asks. The ids come from the browser, so their number is limited. */
const MOST_QUESTIONS = 160

/** Question id (`q1` …; for a family member `p1-q1` …) → answer. No answer is preselected. */
export const healthSchema = z.object({
  answers: boundedRecord(slug, z.enum(['yes', 'no']), MOST_QUESTIONS).default({}),
  /** Diagnosis, date, treatment and present state: required for every yes. */
  details: boundedRecord(slug, boundedText(2000), MOST_QUESTIONS).default({}),
})
export type HealthAnswers = z.output<typeof healthSchema>

export const checkSchema = z.object({
  /** Ids of the declarations ticked; none is preselected. */
  declarations: z.array(slug).max(20).default([]),
  /** "I want a second policy for the same days", when `duplicates` is not empty. */
  second: z.boolean().default(false),
  /** "What the partner filled in is right", required while a value of `prefill` is still among the answers. */
  prefilled: z.boolean().default(false),
  /**
   * Checksum of the declarations that the ticks were made under: text, plan and sum. Ticks made under any other do not
   * count.
   */
  text: sha256.or(z.literal('')).default(''),
})
/** No tick at all. */
export const NO_TICKS: z.output<typeof checkSchema> = { declarations: [], second: false, prefilled: false, text: '' }

export const answersSchema = z.object({
  trip: tripSchema,
  people: peopleDraftSchema.prefault({}),
  health: healthSchema.prefault({}),
  check: checkSchema.prefault({}),
})
export type Answers = z.output<typeof answersSchema>
