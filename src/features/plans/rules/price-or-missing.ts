/** A quote, or what is missing for one. Pure; for price boxes and lists. */
import { isDay, type Day } from '../../../lib/days/dates.ts'
import { compare, type Money } from '../../../lib/money/money.ts'
import { startMisfit } from './cover-start.ts'
import type { Relative } from './plan-search.ts'
import { quote, type Family, type Quote, type QuoteReason } from './pricing.ts'
import type { Destination } from './destinations/destinations.ts'
import type { ClientPlan, Plan } from './plan-types.ts'

export interface PriceInput {
  plan: Plan
  tier: string
  start: string
  end: string
  birth: string
  to: Destination | ''
  today: Day
  /** Insured family members: where the plan insures families, the price includes them. */
  family?: readonly Relative[]
}

export type Missing = 'dates' | 'birth' | 'family'

/** The quote, or the answer that is missing. Where all ages have the same price, the birth date is not needed. */
export function priceOf({
  plan,
  tier,
  start,
  end,
  birth,
  to,
  today,
  family = [],
}: PriceInput): Quote | { missing: Missing } {
  if (!isDay(start) || !isDay(end)) return { missing: 'dates' }
  const anyAge = plan.premium.unit === 'trip' || plan.premium.bands.length === 1
  if (!isDay(birth) && !anyAge) return { missing: 'birth' }
  const along = plan.family ? family : []
  if (!along.every((one) => isDay(one.birth))) return { missing: 'family' }
  const birthDate = isDay(birth)
    ? birth
    : `${Number(start.slice(0, 4)) - Math.max(plan.ages.from, Math.min(plan.ages.to, 20))}-01-01`
  return quote({
    plan,
    tier,
    start,
    end,
    birthDate,
    today,
    ...(to ? { destination: to } : {}),
    ...(along.length > 0 ? { family: familyToQuote(along) } : {}),
  })
}

const familyToQuote = (family: readonly Relative[]): Family => {
  const [spouse] = family.filter(({ who }) => who === 'spouse')
  return {
    ...(spouse ? { spouse: { birthDate: spouse.birth } } : {}),
    children: family.filter(({ who }) => who === 'child').map(({ birth }) => ({ birthDate: birth })),
  }
}

/** Why no plan can show its price: an answer is missing, or the days are inconsistent. */
export function blocker(
  { start, end, birth, family = [] }: Pick<PriceInput, 'start' | 'end' | 'birth' | 'family'>,
  today: Day,
): { kind: 'missing'; what: Missing } | { kind: 'reason'; reason: QuoteReason } | undefined {
  if (!isDay(start) || !isDay(end)) return { kind: 'missing', what: 'dates' }
  if (end < start || (isDay(birth) && birth > start)) return { kind: 'reason', reason: 'dates' }
  const misplaced = startMisfit(start, today)
  if (misplaced) return { kind: 'reason', reason: misplaced }
  if (!isDay(birth)) return { kind: 'missing', what: 'birth' }
  return family.every((one) => isDay(one.birth)) ? undefined : { kind: 'missing', what: 'family' }
}

/** The lowest price of a tier, or of the plan, at any age and length: for "from". Throws for an unknown tier. */
export function lowest(plan: Plan, tier?: string): Money {
  const prices = plan.premium.bands
    .flatMap(({ price }) => Object.entries(price))
    .filter(([id]) => tier === undefined || id === tier)
  return prices.map(([, price]) => price).reduce((a, b) => (compare(b, a) < 0 ? b : a))
}

/**
 * The approximate price in whole yuan; nothing for plans in yuan. Plain numbers suffice for a guide: `convert`, by
 * which claims are paid, would enlarge every page. Currencies of plans have two decimals, like the yuan.
 */
export const inYuan = ({ guideRate }: Pick<ClientPlan, 'guideRate'>, price: Money): Money | undefined =>
  guideRate && { amount: Math.round((price.amount * Number(guideRate.rate)) / 100) * 100, currency: 'CNY' }
