/**
 * The public rate table: prices by tier, age and length. Every figure comes from `quote`, which also prices
 * applications.
 */
import { addDays, endOfMonths, monthsAndDays, type Day } from '../../../lib/days/dates.ts'
import type { Money } from '../../../lib/money/money.ts'
import { quote, type QuoteLine } from './pricing.ts'
import type { Plan, Tier } from './plan-types.ts'

/** Years of age, both included; `any` where all ages of the plan have the same price. */
export type AgeBand = 'any' | { readonly from: number; readonly to: number }
export interface CoverLength {
  readonly unit: 'month' | 'day'
  readonly count: number
}

export interface TierRates {
  readonly tier: string
  /** One for each age band; a price per trip has only one. */
  readonly ages: readonly AgeBand[]
  /** From the shortest to the longest; the prices are in the order of `ages`. */
  readonly rows: readonly { readonly length: CoverLength; readonly prices: readonly Money[] }[]
}

/** Whole months cost the same from any day, so one start day is enough. */
const START: Day = '2027-01-01'
/** Beyond a year the table lists whole years only: five years of cover would need sixty rows. */
const MONTHS_IN_FULL = 12

/**
 * A table for each tier, in the plan's order. Throws where the price rule returns no price for a length or an age that
 * the plan sells.
 */
export const rateTables = (plan: Plan): TierRates[] =>
  plan.tiers.map((tier) => ({
    tier: tier.id,
    ages: agesOf(plan),
    rows: lengthsOf(plan, tier).map((length) => ({
      length,
      prices: agesOf(plan).map((ages) => priceOf(plan, tier, ages, length)),
    })),
  }))

function agesOf({ premium }: Plan): AgeBand[] {
  return premium.unit === 'trip' || premium.bands.length === 1
    ? ['any']
    : premium.bands.map(({ from, to }) => ({ from, to }))
}

function lengthsOf({ premium }: Plan, { term }: Tier): CoverLength[] {
  if (premium.unit === 'trip') return premium.bands.map(({ days }) => ({ unit: 'day', count: days }))
  const months = Array.from({ length: term.to - term.from + 1 }, (_, i) => term.from + i)
  return months
    .filter((count) => count <= MONTHS_IN_FULL || count % 12 === 0)
    .map((count) => ({ unit: 'month', count }))
}

function priceOf(plan: Plan, tier: Tier, ages: AgeBand, { unit, count }: CoverLength): Money {
  const age = ages === 'any' ? plan.ages.from : Math.max(ages.from, plan.ages.from)
  const end = unit === 'month' ? endOfMonths(START, count) : addDays(START, count - 1)
  const result = quote({ plan, tier: tier.id, start: START, end, birthDate: bornFor(age) })
  if (!result.ok)
    throw new Error(
      `rate table: no price of ${plan.id} ${tier.id} for ${count} ${unit}s at age ${age}: ${result.reason}`,
    )
  return result.premium
}

/** Birth date of someone who reaches that age on the first day of cover. */
const bornFor = (age: number): Day => `${Number(START.slice(0, 4)) - age}${START.slice(4)}`

/** The worked example below the rule: nine months and some days of a plan that is priced by age. */
export const RATE_EXAMPLE = {
  plan: 'us-campus',
  tier: 'gold',
  birthDate: '2004-03-15',
  start: '2026-08-20',
  end: '2027-06-05',
} as const

export interface RateExample {
  readonly age: number
  readonly months: number
  readonly days: number
  readonly monthly: Money
  readonly premium: Money
}

/** The example calculated by the price rule. `plan` is the one that `RATE_EXAMPLE` names. */
export function rateExample(plan: Plan): RateExample {
  const { tier, start, end, birthDate } = RATE_EXAMPLE
  const result = quote({ plan, tier, start, end, birthDate })
  const unit: QuoteLine['unit'] = result.ok ? result.breakdown[0]?.unit : undefined
  if (!result.ok || unit?.kind !== 'month')
    throw new Error(`rate table: the example of ${plan.id} has no price by month`)
  return { age: result.age, ...monthsAndDays(start, end), monthly: unit.price, premium: result.premium }
}
