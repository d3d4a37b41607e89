/**
 * What ordering reads from plans and texts: whether a plan is sold here, what it costs and what text the buyer is
 * shown.
 */
import { addMonths, isDay, type Day } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { formatAmount, money, type Money } from '../../../../lib/money/money.ts'
import type { Lang } from '../../../../lib/locale.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import {
  DESTINATIONS,
  isRetired,
  quote,
  rankOf,
  startMisfit,
  type Destination,
  type Family,
  type Plan,
  type QuoteLine,
} from '../../../plans/contract.ts'
import { declaredConditionWords, loadPlans, type PlanSet } from '../../../plans/server/door.ts'
import type { Answers, OrderView, Trip } from '../../contract.ts'
import type { FamilyMember } from '../../rules/people-draft.ts'
import { PRICE_FIELDS } from '../../rules/check-trip.ts'

/** All plans, as they are sold today. */
export const planSet = (): PlanSet => loadPlans()

/** What acceptance by the insurer does not change; `null` for a plan or tier that is no longer there. */
export function declaredWords({ trip }: Pick<Answers, 'trip'>, lang: Lang): string | null {
  const tier = planSet()
    .find(trip.plan)
    ?.tiers.find(({ id }) => id === trip.tier)
  return tier ? declaredConditionWords(tier, planSet().t(lang), lang) : null
}

/** The plan, if it is sold here today (domain §4.1: overseas plans are bought from their insurer). Refuses otherwise. */
export function soldPlan(id: string, today: Day): Plan {
  const plan = planSet().find(id)
  if (!plan) throw new Refusal('plan_unknown')
  if (!plan.online) throw new Refusal('not_online')
  if (isRetired(plan, today)) throw new Refusal('plan_retired')
  return plan
}

const destinationOf = (id: string): Destination | undefined => DESTINATIONS.find((known) => known === id)

/** May the plan be bought for this place? */
export function covers(plan: Plan, id: string): boolean {
  const destination = destinationOf(id)
  return destination !== undefined && rankOf(plan, destination) !== undefined
}

export interface Price {
  premium: Money | null
  breakdown: OrderView['breakdown']
  /** A reason of `quote`; `null` when something is missing or the price is fine. */
  priceError: string | null
}

const NO_PRICE: Price = { premium: null, breakdown: [], priceError: null }

/**
 * The premium as of today: the only one that counts, whatever a browser shows. A family member whose date of birth is
 * still missing is priced at an age that the form accepts, since their share does not depend on age.
 */
export function priceOf(trip: Trip, birthDate: Day, today: Day, members: readonly FamilyMember[] = []): Price {
  const plan = planSet().find(trip.plan)
  if (!plan?.online || (trip.tier && !plan.tiers.some(({ id }) => id === trip.tier)))
    return { ...NO_PRICE, priceError: 'tier' }
  const misplaced = isDay(trip.start) ? startMisfit(trip.start, today) : undefined
  if (misplaced) return { ...NO_PRICE, priceError: misplaced }
  if (![trip.start, trip.end].every(isDay)) return NO_PRICE
  if (!trip.tier) return refusedInAll(plan, (tier) => priceOf({ ...trip, tier }, birthDate, today, members))
  if (!isDay(birthDate)) {
    // The days alone may be refused already.
    const { priceError } = priceOf(trip, ofMiddleAge(plan, trip.start), today, members)
    return { ...NO_PRICE, priceError }
  }
  const destination = destinationOf(trip.destination)
  const result = quote({
    plan,
    tier: trip.tier,
    start: trip.start,
    end: trip.end,
    birthDate,
    today,
    ...(destination ? { destination } : {}),
    ...(members.length > 0 ? { family: familyToQuote(members, trip.start) } : {}),
  })
  if (!result.ok) return { ...NO_PRICE, priceError: result.reason }
  return { premium: result.premium, breakdown: linesByMember(result.breakdown, members), priceError: null }
}

/** What no tier sells is said before one is chosen. */
function refusedInAll({ tiers }: Plan, inTier: (tier: string) => Price): Price {
  const errors = tiers.map(({ id }) => inTier(id).priceError)
  return { ...NO_PRICE, priceError: errors.includes(null) ? null : (errors[0] ?? null) }
}

/** A date of birth that the plan accepts, to check the rest while the real one is missing. */
const ofMiddleAge = ({ ages }: Plan, start: Day): Day =>
  addMonths(start, -12 * Math.floor((ages.from + Math.min(ages.to, 60)) / 2))

function familyToQuote(members: readonly FamilyMember[], start: Day): Family {
  const born = (of: FamilyMember): Day =>
    isDay(of.person.birthDate)
      ? of.person.birthDate
      : of.relationship === 'spouse'
        ? addMonths(start, -12 * LIMITS.adultAge)
        : start
  const spouse = members.find(({ relationship }) => relationship === 'spouse')
  const children = members
    .filter(({ relationship }) => relationship === 'child')
    .map((child) => ({ birthDate: born(child) }))
  return { ...(spouse ? { spouse: { birthDate: born(spouse) } } : {}), children }
}

/** The premium lines in the order of the people, each with the key of its family member. */
function linesByMember(
  [student, ...others]: readonly QuoteLine[],
  members: readonly FamilyMember[],
): Price['breakdown'] {
  const left = [...others]
  const ofMember = ({ key, relationship }: FamilyMember) => {
    const at = left.findIndex(({ who }) => who === relationship)
    return left.splice(at, at < 0 ? 0 : 1).map((line) => ({ ...line, key }))
  }
  return [...(student ? [{ ...student }] : []), ...members.flatMap(ofMember)]
}

/**
 * A plan with one tier, or for one place, leaves nothing to choose. A place that an address names and nobody knows
 * counts as none.
 */
export function withOnlyChoices(trip: Trip): Trip {
  const [tier, ...tiers] = planSet().find(trip.plan)?.tiers ?? []
  const destination = destinationOf(trip.destination) ?? onlyPlaceOf(trip.plan) ?? ''
  return { ...trip, destination, tier: tier && tiers.length === 0 && !trip.tier ? tier.id : trip.tier }
}

function onlyPlaceOf(id: string): Destination | undefined {
  const plan = planSet().find(id)
  const [place, ...others] = plan ? DESTINATIONS.filter((known) => rankOf(plan, known) !== undefined) : []
  return others.length === 0 ? place : undefined
}

/** The field of the people page that causes the refused price. */
export const priceField = ({ priceError }: Price): Record<string, string> => {
  const field = priceError === null ? undefined : PRICE_FIELDS[priceError]
  return field && priceError ? { [field]: priceError } : {}
}

/** "CNY 300,000": the sum that a consent states. */
export const deathBenefitWords = (whole: number, lang: Lang): string => formatAmount(money(whole * 100, 'CNY'), lang)

/** The version of the policy terms that is in force for a plan. */
export const clauseVersion = (plan: string, lang: Lang): string => planSet().clauses(lang, plan).version

/** Names of plan and tier for messages and lists, in one language. */
export function planNames(answers: Answers, lang: Lang): { plan: string; tier: string; insurer: string } {
  const { plan, tier } = answers.trip
  const set = planSet()
  const words = set.words(lang, plan)
  return {
    plan: words.name,
    tier: words.tiers[tier]?.name ?? tier,
    insurer: set.insurerWords(lang, set.plan(plan).insurer).fullName,
  }
}
