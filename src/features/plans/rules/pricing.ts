/** Prices (domain §3.2 "Rules"). Pure: runs in the browser for display and on the server for the order. */
import { addDays, ageOn, daysOfTerm, endOfMonths, isDay, monthsAndDays, type Day } from '../../../lib/days/dates.ts'
import { PLAN_LIMITS } from '../../../lib/plan-limits.ts'
import { add, fromMajor, least, money, percent, scale, subtract, type Money } from '../../../lib/money/money.ts'
import type { Destination } from './destinations/destinations.ts'
import type { Plan, Tier, Term } from './plan-types.ts'
import { startMisfit } from './cover-start.ts'
import { rankOf } from './destinations/destination-rank.ts'

export interface Family {
  readonly spouse?: { readonly birthDate: Day }
  readonly children?: readonly { readonly birthDate: Day }[]
}

export interface QuoteInput {
  readonly plan: Plan
  readonly tier: string
  readonly start: Day
  /** Last day of cover, until 24:00. */
  readonly end: Day
  readonly birthDate: Day
  readonly destination?: Destination
  readonly family?: Family
  /** Today in Shanghai; without it neither the start nor the plan's last day of sale is checked against it. */
  readonly today?: Day
}

export interface QuoteLine {
  readonly who: 'student' | 'spouse' | 'child'
  readonly age: number
  /** Share of the student's price, in per cent. */
  readonly percent: number
  readonly premium: Money
  /** How the student's price is composed; absent on other lines. */
  readonly unit?:
    | { readonly kind: 'month'; readonly price: Money; readonly months: number; readonly days: number }
    | { readonly kind: 'trip'; readonly upToDays: number; readonly days: number }
}

const QUOTE_REASONS = [
  'retired',
  'tier',
  'dates',
  'start_past',
  'start_far',
  'term_too_short',
  'term_too_long',
  'age_range',
  'destination',
  'family_not_offered',
  'spouse_age',
  'child_age',
] as const
export type QuoteReason = (typeof QUOTE_REASONS)[number]

export type Quote =
  | { readonly ok: true; readonly premium: Money; readonly breakdown: readonly QuoteLine[]; readonly age: number }
  /** `end`: the nearest last day for which this tier is sold, if the term is the reason. */
  | { readonly ok: false; readonly reason: QuoteReason; readonly end?: Day }

/** Whether a plan is no longer sold on a day. */
export const isRetired = ({ retired }: Pick<Plan, 'retired'>, today: Day): boolean =>
  retired !== undefined && retired <= today

const saleMisfit = (plan: Plan, start: Day, today: Day | undefined): QuoteReason | undefined =>
  today === undefined ? undefined : isRetired(plan, today) ? 'retired' : startMisfit(start, today)

/** The price of a tier for a person and a term, or the first reason why it cannot be bought. */
export function quote(input: QuoteInput): Quote {
  const { plan, start, end, birthDate, today, destination } = input
  const tier = plan.tiers.find(({ id }) => id === input.tier)
  if (!tier) return { ok: false, reason: 'tier' }
  if (![start, end, birthDate].every(isDay) || end < start || birthDate > start) return { ok: false, reason: 'dates' }
  const misplaced = saleMisfit(plan, start, today)
  if (misplaced) return { ok: false, reason: misplaced }
  if (destination !== undefined && rankOf(plan, destination) === undefined) return { ok: false, reason: 'destination' }
  const misfit = termMisfit(tier.term, start, end)
  if (misfit) return { ok: false, ...misfit }
  const age = ageOn(birthDate, start)
  if (age < plan.ages.from || age > plan.ages.to) return { ok: false, reason: 'age_range' }
  const student = studentLine(plan, tier, age, start, end)
  if (!student) return { ok: false, reason: 'age_range' }
  const others = familyLines(plan, student, input.family ?? {}, start)
  if (typeof others === 'string') return { ok: false, reason: others }
  const breakdown = [student, ...others]
  return { ok: true, age, breakdown, premium: add(student.premium, ...others.map((line) => line.premium)) }
}

/** Last day of the shortest and the longest term that begins on `start`. */
export function termEnds(term: Term, start: Day): { shortest: Day; longest: Day } {
  const last = (count: number): Day => (term.unit === 'month' ? endOfMonths(start, count) : addDays(start, count - 1))
  return { shortest: last(term.from), longest: last(term.to) }
}

function termMisfit(term: Term, start: Day, end: Day): { reason: QuoteReason; end: Day } | undefined {
  const { shortest, longest } = termEnds(term, start)
  if (end < shortest) return { reason: 'term_too_short', end: shortest }
  if (end > longest) return { reason: 'term_too_long', end: longest }
  return undefined
}

function studentLine(plan: Plan, tier: Tier, age: number, start: Day, end: Day): QuoteLine | undefined {
  const line = { who: 'student', age, percent: 100 } as const
  const { premium } = plan
  if (premium.unit === 'trip') {
    const days = daysOfTerm(start, end)
    const band = premium.bands.find((b) => days <= b.days)
    const price = band?.price[tier.id]
    return band && price && { ...line, premium: price, unit: { kind: 'trip', upToDays: band.days, days } }
  }
  const price = premium.bands.find((b) => age >= b.from && age <= b.to)?.price[tier.id]
  if (!price) return undefined
  const { months, days } = monthsAndDays(start, end)
  return { ...line, premium: scale(price, thirtieths(months, days), 30), unit: { kind: 'month', price, months, days } }
}

/** A term in thirtieths of a month: remaining days count 1/30 each, at most one month; the total is at least a month. */
export const thirtieths = (months: number, days: number): number => Math.max(30, months * 30 + Math.min(days, 30))

/**
 * Ages at which a family member can be insured, both ends included: the plan's own ages are the student's (domain §3.2
 * "Family").
 */
export const familyAges = (who: 'spouse' | 'child', { ages }: Pick<Plan, 'ages'>): Plan['ages'] =>
  who === 'spouse' ? { from: PLAN_LIMITS.adultAge, to: ages.to } : { from: 0, to: PLAN_LIMITS.adultAge - 1 }

/** Spouse and children can be insured only in the student's order, in the same tier (domain §3.2 "Family"). */
function familyLines(plan: Plan, student: QuoteLine, family: Family, start: Day): QuoteLine[] | QuoteReason {
  const { spouse, children = [] } = family
  if (!spouse && children.length === 0) return []
  if (!plan.family) return 'family_not_offered'
  if ([spouse, ...children].some((person) => person && (!isDay(person.birthDate) || person.birthDate > start)))
    return 'dates'
  const line = (who: 'spouse' | 'child', birthDate: Day, share: number): QuoteLine => ({
    who,
    age: ageOn(birthDate, start),
    percent: share,
    premium: percent(student.premium, share),
  })
  const out: QuoteLine[] = []
  if (spouse) {
    const { age } = line('spouse', spouse.birthDate, plan.family.spouse)
    const { from, to } = familyAges('spouse', plan)
    if (age < from || age > to) return 'spouse_age'
    out.push(line('spouse', spouse.birthDate, plan.family.spouse))
  }
  for (const { birthDate } of children) {
    if (ageOn(birthDate, start) >= PLAN_LIMITS.adultAge) return 'child_age'
    out.push(line('child', birthDate, plan.family.child))
  }
  return out
}

/**
 * The death benefit of a tier at that age. Minors: at most CNY 200k under 10 and CNY 500k at 10–17, all companies
 * together (保监发〔2015〕90号); `elsewhere` is what other companies already cover. Mainland plans only.
 */
export function deathBenefit(plan: Plan, tier: Tier, age: number, elsewhere?: Money): Money {
  const limit = tier.benefits.accident.amount ?? money(0, plan.currency)
  if (plan.currency !== 'CNY' || age >= PLAN_LIMITS.adultAge) return limit
  const cap = fromMajor(age < 10 ? PLAN_LIMITS.minorDeathUnder10 : PLAN_LIMITS.minorDeath10To17, 'CNY')
  const left = elsewhere ? subtract(cap, elsewhere) : cap
  return least(limit, left.amount < 0 ? money(0, 'CNY') : left)
}
