/** A quote in words, and what is missing before there is one. Pure; for price boxes and lists. */
import { isDay, type Day } from '../../lib/dates.ts'
import { quote, type Quote } from './pricing.ts'
import type { Destination, Plan } from './types.ts'

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
