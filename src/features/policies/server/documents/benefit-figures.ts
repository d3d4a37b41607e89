/** Figures of a plan as documents and screens state them: benefits, what the insured pays, what consulates require. */
import { joinedClauses, type Lang } from '../../../../lib/locale.ts'
import { compare, formatAmount, formatMoney, fromMajor, type Money } from '../../../../lib/money/money.ts'
import {
  cellWords,
  isBenefit,
  ROWS,
  type Plan,
  type PlanSet,
  type Requirement,
  type RowId,
  type Tier,
} from '../../../plans/server/door.ts'
import type { Fact } from '../../contract.ts'
import type { Row } from '../../../../server/pdf/a4-document.ts'
import { convertFromCny, type DayRate, type SecondCurrency } from '../rates/printed-exchange-rates.ts'

export const OWN_COST_ROWS: readonly RowId[] = ['deductible', 'share', 'ownCap', 'waiting', 'preExisting']
const LIMITS: readonly RowId[] = ['yearMaximum', 'perIllness']

export interface InsuredPlan {
  plan: Plan
  tier: Tier
  lang: Lang
  /** Whole CNY payable on death. */
  deathBenefit: number
}

/** A policy without death benefit pays for disability only (domain §4.2) and has wording of its own. */
export type Translate = (key: string, values?: Record<string, unknown>) => string

function factOf(id: RowId, { plan, tier, lang, deathBenefit }: InsuredPlan, set: PlanSet, say: Translate): Fact {
  const t = set.t(lang)
  const { value, notes, none } = cellWords(id, plan, tier, t, lang)
  const own = id === 'accident' && !none ? deathNote(tier, deathBenefit, lang, say) : []
  return { label: t(`plans:benefit.row.${id}`), value, notes: [...notes, ...own], none }
}

export function deathNote(tier: Tier, death: number, lang: Lang, say: Translate): string[] {
  if (death === 0) return [say('policydocuments:disabilityOnly')]
  const sum = fromMajor(death, 'CNY')
  const full = tier.benefits.accident.amount
  return full?.currency === 'CNY' && sum.amount < full.amount
    ? [say('policydocuments:deathAtMost', { amount: formatAmount(sum, lang) })]
    : []
}

export interface FactRow {
  id: RowId
  fact: Fact
}

export const factsOfRows = (rows: readonly RowId[], of: InsuredPlan, set: PlanSet, say: Translate): FactRow[] =>
  rows.map((id) => ({ id, fact: factOf(id, of, set, say) }))

/** Limits and benefits in the order of the plan's own table. */
const benefitRows = ROWS.map((row) => row.id).filter((id) => isBenefit(id) || LIMITS.includes(id))

export const benefitFacts = (of: InsuredPlan, set: PlanSet, say: Translate): FactRow[] =>
  factsOfRows(benefitRows, of, set, say)
/** The first of the limits, which lists show: what is paid for treatment in a year. */
export const medicalLimitText = (of: InsuredPlan, set: PlanSet, say: Translate): string =>
  factsOfRows(benefitRows.slice(0, 1), of, set, say)[0]?.fact.value ?? ''
export const ownCostFacts = (of: InsuredPlan, set: PlanSet, say: Translate): FactRow[] =>
  factsOfRows(OWN_COST_ROWS, of, set, say)

/** The sum of a row, where it consists of one sum. */
export function sumOf(id: RowId, tier: Tier): Money | undefined {
  if (id === 'yearMaximum') return typeof tier.yearMaximum === 'string' ? undefined : tier.yearMaximum
  if (id === 'perIllness') return tier.perIllness
  if (id === 'deductible') return tier.deductible.amount
  if (id === 'ownCap') return tier.share.ownCap
  return isBenefit(id) && tier.benefits[id].state === 'amount' ? tier.benefits[id].amount : undefined
}

/** The currency in which a certificate of this plan states its sums in addition to CNY (domain §2, §3.2). */
export function secondCurrencyOf(plan: Plan): SecondCurrency | undefined {
  const asked = plan.requirement?.currency
  if (asked === 'USD' || asked === 'EUR') return asked
  return 'only' in plan.destinations && plan.destinations.only.every((it) => it === 'us') ? 'USD' : undefined
}

/** Adds to the row of the waiting period whether it applies to this policy, and until when. */
export const withArrival = (rows: readonly FactRow[], told: string | undefined): FactRow[] =>
  rows.map(({ id, fact }) => ({
    id,
    fact: id === 'waiting' && told ? { ...fact, notes: [...fact.notes, told] } : fact,
  }))

/** Inside a line a note begins with a small letter, unless its first word is all capitals. */
const lowerFirst = (text = ''): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text

export const joinedNotes = (notes: readonly (string | undefined)[], lang: Lang): { note?: string } => {
  const given = notes.filter((note): note is string => Boolean(note))
  const text = joinedClauses(
    lang,
    given.map((note, i) => (i > 0 && lang === 'en' ? lowerFirst(note) : note)),
  )
  return text ? { note: text } : {}
}

/** Rows of the certificate: only what is covered (exclusions are in the terms), with sums in the second currency beside. */
export function certificateRows(
  of: InsuredPlan,
  set: PlanSet,
  say: Translate,
  { rate, arrival }: { rate: DayRate | undefined; arrival: string | undefined },
): { benefits: Row[]; bears: Row[] } {
  const row = ({ id, fact }: FactRow): Row => {
    const sum = rate && sumOf(id, of.tier)
    const also = rate && sum && sum.amount > 0 ? formatMoney(convertFromCny(sum, rate), of.lang) : undefined
    return { label: fact.label, value: fact.value, ...joinedNotes([also, ...fact.notes], of.lang) }
  }
  return {
    benefits: factsOfRows(benefitRows, of, set, say)
      .filter(({ fact }) => !fact.none)
      .map(row),
    bears: withArrival(factsOfRows(OWN_COST_ROWS, of, set, say), arrival).map(row),
  }
}

/** Names of the rows of the plan's table that the tier does not cover. */
export const notCoveredRows = (of: InsuredPlan, set: PlanSet, say: Translate): string[] =>
  factsOfRows(benefitRows, of, set, say)
    .filter(({ fact }) => fact.none)
    .map(({ fact }) => fact.label)

/** What a consulate or school looks for; in its own currency first where the plan is made for one country. */
export function requiredRows(of: InsuredPlan, set: PlanSet, say: Translate, rate: DayRate | undefined): Row[] {
  const ids: RowId[] = [
    'yearMaximum',
    ...(of.tier.perIllness ? ['perIllness' as const] : []),
    'evacuation',
    'remains',
    'deductible',
  ]
  return factsOfRows(ids, of, set, say)
    .filter(({ fact }) => !fact.none)
    .map(({ id, fact }) => {
      const sum = sumOf(id, of.tier)
      if (!rate || !sum || sum.amount === 0) return { label: fact.label, value: fact.value }
      const foreign = formatMoney(convertFromCny(sum, rate), of.lang)
      // Of the deductible, what it is counted by is said too: "CNY 500 a year".
      return { label: fact.label, value: foreign, note: id === 'deductible' ? fact.value : formatAmount(sum, of.lang) }
    })
}

/** Does the tier meet the rule its plan is made for, at this day's rate? Only then may a letter say so. */
export function meetsRequirement(requirement: Requirement, tier: Tier, rate: DayRate): boolean {
  const medical = requirement.id === 'j1' ? (tier.perIllness ?? sumOf('yearMaximum', tier)) : sumOf('yearMaximum', tier)
  const atLeast = (sum: Money | undefined, least: Money | undefined): boolean =>
    least === undefined || (sum !== undefined && compare(convertFromCny(sum, rate), least) >= 0)
  const deductible =
    requirement.deductible === undefined ||
    compare(convertFromCny(tier.deductible.amount, rate), requirement.deductible) <= 0
  const share =
    requirement.ownShare === undefined || 100 - Math.min(tier.share.network, tier.share.outside) <= requirement.ownShare
  // The sentence of either rule names transport home and return of remains, and care of illness and accident.
  const named = sumOf('evacuation', tier) !== undefined && sumOf('remains', tier) !== undefined
  return (
    named &&
    atLeast(medical, requirement.medical) &&
    atLeast(sumOf('evacuation', tier), requirement.evacuation) &&
    atLeast(sumOf('remains', tier), requirement.remains) &&
    deductible &&
    share
  )
}
