/**
 * Which plans fit a person, and the order in which plans are listed: by fit, then name (domain §3.1). Pure; runs in the
 * browser.
 */
import type { Day } from '../../../lib/days/dates.ts'
import { HTML_LANG, type Lang } from '../../../lib/locale.ts'
import { quote, type QuoteReason } from './pricing.ts'
import type { Destination } from './destinations/destinations.ts'
import type { Caveat, Plan, Tier, Visa } from './plan-types.ts'
import { rankOf } from './destinations/destination-rank.ts'

export interface PlanNeeds {
  readonly destination?: Destination
  readonly visa?: Visa
  readonly age?: number
  readonly start?: Day
  readonly end?: Day
}

type MisfitReason = 'destination' | 'visa' | 'age_range' | 'term_too_short' | 'term_too_long'

export interface Fit<P extends Plan = Plan> {
  readonly plan: P
  readonly fits: boolean
  /** 0: made for the place · 1: covers the whole world. */
  readonly rank: 0 | 1
  /** Why not, in the order of the questions. */
  readonly reasons: readonly MisfitReason[]
  /** Tiers whose term fits. */
  readonly tiers: readonly string[]
  readonly caveat?: Caveat
}

/**
 * Every plan with whether it fits; fitting ones first, then those made for the place, then by name in the language.
 * Never by price (Insurance Law and domain §3.1 "Limits of a seller").
 */
export function fit<P extends Plan>(
  plans: readonly P[],
  needs: PlanNeeds,
  nameOf: (plan: P) => string,
  lang: Lang,
): Fit<P>[] {
  const order = new Intl.Collator(HTML_LANG[lang])
  return plans
    .map((plan) => fitOne(plan, needs))
    .sort((a, b) => Number(b.fits) - Number(a.fits) || a.rank - b.rank || order.compare(nameOf(a.plan), nameOf(b.plan)))
}

function fitOne<P extends Plan>(plan: P, needs: PlanNeeds): Fit<P> {
  const { destination, visa, age } = needs
  // While no place is chosen, no plan is made for it, so only names decide; otherwise the order would look random.
  const rank = destination ? rankOf(plan, destination) : 1
  const reasons: MisfitReason[] = []
  if (rank === undefined) reasons.push('destination')
  if (visa && !plan.visas.includes(visa)) reasons.push('visa')
  if (age !== undefined && (age < plan.ages.from || age > plan.ages.to)) reasons.push('age_range')
  const terms = plan.tiers.map((tier) => ({ id: tier.id, reason: termReason(plan, tier, needs) }))
  const tiers = terms.filter((term) => !term.reason).map((term) => term.id)
  const term = terms[0]?.reason
  if (tiers.length === 0 && term) reasons.push(term)
  const caveat = destination && plan.caveats[destination]
  return { plan, fits: reasons.length === 0, rank: rank ?? 1, reasons, tiers, ...(caveat && { caveat }) }
}

function termReason(plan: Plan, tier: Tier, { start, end }: PlanNeeds): 'term_too_short' | 'term_too_long' | undefined {
  if (!start || !end) return undefined
  const result = quote({ plan, tier: tier.id, start, end, birthDate: start })
  const reason: QuoteReason | undefined = result.ok ? undefined : result.reason
  return reason === 'term_too_short' || reason === 'term_too_long' ? reason : undefined
}

/** Visas for which some plan for that place is made, in the vocabulary's order: the choices of the finder. */
export function visasFor(plans: readonly Plan[], destination: Destination): Visa[] {
  const order: readonly Visa[] = ['student', 'f1', 'opt', 'j1', 'j2', 'short_study', 'visit']
  const found = new Set(plans.filter((plan) => rankOf(plan, destination) !== undefined).flatMap((plan) => plan.visas))
  return order.filter((visa) => found.has(visa) && !(visa === 'student' && destination === 'us'))
}
