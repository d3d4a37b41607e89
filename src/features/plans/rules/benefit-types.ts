/** The benefits of a tier as a plan gives them, once loaded. */
import type { Money } from '../../../lib/money/money.ts'

/** Rows of the benefit table that a tier must fill in, in the order they are shown. */
export const BENEFITS = [
  'drugs',
  'mental',
  'dental',
  'maternity',
  'hospitalCash',
  'evacuation',
  'remains',
  'familyVisit',
  'accident',
  'liability',
  'studyStop',
  'belongings',
  'delay',
] as const
export type BenefitId = (typeof BENEFITS)[number]

/**
 * `amount` a limit · `visits` a number of visits · `none` not covered · `included` within the year maximum ·
 * `actual` actual cost · `as_illness` like any illness · `as_public` by the public schedule.
 */
export const BENEFIT_STATES = ['amount', 'visits', 'none', 'included', 'actual', 'as_illness', 'as_public'] as const
type BenefitState = (typeof BENEFIT_STATES)[number]

export const CONDITIONS = [
  'conceived_in_cover',
  'complications',
  'with_funeral',
  'air',
  'lifetime',
  'trip_cut_short',
] as const
type Condition = (typeof CONDITIONS)[number]

export interface Benefit {
  readonly state: BenefitState
  readonly amount?: Money
  readonly visits?: number
  /** Limit for one item (belongings, one medicine). */
  readonly item?: Money
  /** Limit for a family in total. */
  readonly family?: Money
  /** Limit if the cause is an injury; `amount` is then the one for pain. */
  readonly injury?: Money
  readonly deductible?: Money
  /** `amount` is paid for each period of this many hours (delay), up to `max`. */
  readonly perHours?: number
  readonly max?: Money
  /** `amount` is paid per day, for at most this many days. */
  readonly days?: number
  /** Covered only after this many months. */
  readonly afterMonths?: number
  readonly conditions: readonly Condition[]
}
