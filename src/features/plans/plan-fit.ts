/** Which plans fit a person, and how tiers differ. Pure; runs in the browser (domain §3.1: order by fit, then name). */
import type { Day } from '../../lib/dates.ts'
import { HTML_LANG, type Lang } from '../../lib/locale.ts'
import type { Money } from '../../lib/money.ts'
import { GROUPS, isBenefit, ROWS, type GroupId, type RowId } from './benefits.ts'
import { quote, type QuoteReason } from './pricing.ts'
import type { Benefit, Caveat, Destination, Plan, Tier, Visa } from './plan-types.ts'
import { rankOf } from './destination-rank.ts'

export interface PlanNeeds {
  readonly destination?: Destination
  readonly visa?: Visa
  readonly age?: number
  readonly start?: Day
  readonly end?: Day
}

export type MisfitReason = 'destination' | 'visa' | 'age_range' | 'term_too_short' | 'term_too_long'

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
 * Every plan with whether it fits; those that fit first, then those made for the place, then by name in the language.
 * Never by price (Insurance Law and domain §3.1 "Limits of a seller").
 */
export function fit<P extends Plan>(plans: readonly P[], wish: PlanNeeds, nameOf: (plan: P) => string, lang: Lang): Fit<P>[] {
  const order = new Intl.Collator(HTML_LANG[lang])
  return plans
    .map((plan) => fitOne(plan, wish))
    .sort((a, b) => Number(b.fits) - Number(a.fits) || a.rank - b.rank || order.compare(nameOf(a.plan), nameOf(b.plan)))
}

function fitOne<P extends Plan>(plan: P, wish: PlanNeeds): Fit<P> {
  const { destination, visa, age } = wish
  const rank = destination ? rankOf(plan, destination) : 'only' in plan.destinations ? 0 : 1
  const reasons: MisfitReason[] = []
  if (rank === undefined) reasons.push('destination')
  if (visa && !plan.visas.includes(visa)) reasons.push('visa')
  if (age !== undefined && (age < plan.ages.from || age > plan.ages.to)) reasons.push('age_range')
  const terms = plan.tiers.map((tier) => ({ id: tier.id, reason: termReason(plan, tier, wish) }))
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

/** Visas that some plan for that place is made for, in the vocabulary's order: what the finder offers. */
export function visasFor(plans: readonly Plan[], destination: Destination): Visa[] {
  const order: readonly Visa[] = ['student', 'f1', 'opt', 'j1', 'j2', 'short_study', 'visit']
  const found = new Set(plans.filter((plan) => rankOf(plan, destination) !== undefined).flatMap((plan) => plan.visas))
  return order.filter((visa) => found.has(visa) && !(visa === 'student' && destination === 'us'))
}

export interface Column {
  readonly plan: Plan
  readonly tier: Tier
}

export interface DifferenceRow {
  readonly id: RowId
  readonly same: boolean
  /** Indexes of the columns with the most cover; empty where all are equal or values cannot be ranked. */
  readonly best: readonly number[]
}

export interface DifferenceGroup {
  readonly id: GroupId
  readonly rows: readonly DifferenceRow[]
}

/** Rows of the comparison table. Cells are written by `cellWords(row.id, plan, tier, t, lang)`. */
export function difference(columns: readonly Column[]): DifferenceGroup[] {
  return GROUPS.map((id) => ({
    id,
    rows: ROWS.filter((row) => row.group === id && concerns(row.id, columns)).map((row) => differenceRow(row.id, columns)),
  })).filter((group) => group.rows.length > 0)
}

/** How many rows differ, of how many: "12 of 17 rows differ". */
export function countRows(groups: readonly DifferenceGroup[]): { rows: number; different: number } {
  const rows = groups.flatMap((group) => group.rows)
  return { rows: rows.length, different: rows.filter((row) => !row.same).length }
}

/** Rows about something that no column has are left out; benefits stay, because "not covered" is worth reading. */
function concerns(row: RowId, columns: readonly Column[]): boolean {
  if (row === 'perIllness') return columns.some(({ tier }) => tier.perIllness)
  if (row === 'ownCap') return columns.some(({ tier }) => tier.share.ownCap)
  if (row === 'hospitalCash') return columns.some(({ tier }) => tier.benefits.hospitalCash.state !== 'none')
  return true
}

function differenceRow(id: RowId, columns: readonly Column[]): DifferenceRow {
  const values = columns.map((column) => JSON.stringify(valueOf(id, column)))
  const same = values.every((value) => value === values[0])
  return { id, same, best: same ? [] : bestOf(columns.map((column) => score(id, column))) }
}

function valueOf(id: RowId, { plan, tier }: Column): unknown {
  if (isBenefit(id)) return tier.benefits[id]
  switch (id) {
    case 'yearMaximum': return tier.yearMaximum
    case 'perIllness': return tier.perIllness ?? null
    case 'deductible': return tier.deductible
    case 'share': return [tier.share.network, tier.share.outside, tier.share.withoutPublic, tier.share.other, plan.after]
    case 'ownCap': return tier.share.ownCap ?? null
    case 'preExisting': return tier.preExisting
    case 'waiting': return plan.waiting
    case 'directBilling': return plan.directBilling
    case 'helpLine': return true
    case 'term': return tier.term
    case 'ages': return plan.ages
    case 'family': return plan.family
    case 'visaLetter': return plan.online
    case 'extend': return plan.extendYears
    case 'refund': return plan.refund
  }
}

/** More is better. Scores of different units are not compared; a unit of `any` compares with all. */
interface Score {
  readonly unit: string
  readonly value: number
}

function score(id: RowId, { tier }: Column): Score | undefined {
  if (isBenefit(id)) return benefitScore(tier.benefits[id])
  const less = (m: Money): Score => ({ unit: m.currency, value: -m.amount })
  switch (id) {
    case 'yearMaximum': return typeof tier.yearMaximum === 'string' ? EVERYTHING : more(tier.yearMaximum)
    case 'perIllness': return tier.perIllness && more(tier.perIllness)
    case 'deductible': return tier.deductible.amount.amount === 0 ? { unit: 'any', value: 0 } : less(tier.deductible.amount)
    case 'share': return { unit: 'percent', value: tier.share.network * 100 + tier.share.outside }
    case 'ownCap': return tier.share.ownCap && less(tier.share.ownCap)
    case 'preExisting': return tier.preExisting.kind === 'after_months' ? { unit: 'months', value: -tier.preExisting.months } : undefined
    default: return undefined
  }
}

const EVERYTHING: Score = { unit: 'any', value: Infinity }
const more = (m: Money): Score => ({ unit: m.currency, value: m.amount })

function benefitScore(b: Benefit): Score | undefined {
  if (b.state === 'none') return { unit: 'any', value: 0 }
  if (b.state === 'visits') return { unit: 'visits', value: b.visits ?? 0 }
  if (b.state === 'amount') return b.amount && (b.max ? { unit: `${b.amount.currency} max`, value: b.max.amount } : more(b.amount))
  return EVERYTHING
}

function bestOf(scores: (Score | undefined)[]): number[] {
  const known = scores.filter((s) => s !== undefined)
  const units = new Set(known.map((s) => s.unit).filter((unit) => unit !== 'any'))
  if (known.length < scores.length || units.size > 1) return []
  const top = Math.max(...known.map((s) => s.value))
  const best = known.flatMap((s, index) => (s.value === top ? [index] : []))
  return best.length === known.length ? [] : best
}
