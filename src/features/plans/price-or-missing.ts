/** A quote in words, and what is missing before there is one. Pure; for price boxes and lists. */
import { isDay, type Day } from '../../lib/dates.ts'
import { compare, type Money } from '../../lib/money.ts'
import { startMisfit } from './cover-start.ts'
import { quote, type Quote, type QuoteReason } from './pricing.ts'
import type { Destination } from './destinations.ts'
import type { ClientPlan, Plan } from './plan-types.ts'

export interface PriceInput {
  plan: Plan
  tier: string
  start: string
  end: string
  birth: string
  to: Destination | ''
  today: Day
}

export type Missing = 'dates' | 'birth'

/** The quote, or which answer it still needs. Where every age pays the same the birth date is not asked for the price. */
export function priceOf({ plan, tier, start, end, birth, to, today }: PriceInput): Quote | { missing: Missing } {
  if (!isDay(start) || !isDay(end)) return { missing: 'dates' }
  const anyAge = plan.premium.unit === 'trip' || plan.premium.bands.length === 1
  if (!isDay(birth) && !anyAge) return { missing: 'birth' }
  const birthDate = isDay(birth) ? birth : `${Number(start.slice(0, 4)) - Math.max(plan.ages.from, Math.min(plan.ages.to, 20))}-01-01`
  return quote({ plan, tier, start, end, birthDate, today, ...(to ? { destination: to } : {}) })
}

/** Why no plan at all can show its price: an answer is missing, or the days do not go together. */
export function blocker({ start, end, birth }: Pick<PriceInput, 'start' | 'end' | 'birth'>, today: Day): { kind: 'missing'; what: Missing } | { kind: 'reason'; reason: QuoteReason } | undefined {
  if (!isDay(start) || !isDay(end)) return { kind: 'missing', what: 'dates' }
  if (end < start || (isDay(birth) && birth > start)) return { kind: 'reason', reason: 'dates' }
  const misplaced = startMisfit(start, today)
  if (misplaced) return { kind: 'reason', reason: misplaced }
  return isDay(birth) ? undefined : { kind: 'missing', what: 'birth' }
}

/** The lowest price of a tier, or of the plan, at any age and length: for "from". Throws for a tier that does not exist. */
export function lowest(plan: Plan, tier?: string): Money {
  const prices = plan.premium.bands.flatMap(({ price }) => Object.entries(price)).filter(([id]) => tier === undefined || id === tier)
  return prices.map(([, price]) => price).reduce((a, b) => (compare(b, a) < 0 ? b : a))
}

/**
 * About how many whole yuan a price in another currency is; nothing for plans in yuan. A guide, so plain numbers do: `convert`, by which
 * claims are paid, would weigh on every page. Currencies of plans have two decimals, as the yuan.
 */
export const inYuan = ({ guideRate }: Pick<ClientPlan, 'guideRate'>, price: Money): Money | undefined =>
  guideRate && { amount: Math.round((price.amount * Number(guideRate.rate)) / 100) * 100, currency: 'CNY' }
