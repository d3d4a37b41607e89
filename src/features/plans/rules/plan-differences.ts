/** How the tiers being compared differ, and which is best in each row. Pure; runs in the browser. */
import type { Lang } from '../../../lib/locale.ts'
import type { Money } from '../../../lib/money/money.ts'
import {
  cellWords,
  GROUPS,
  isBenefit,
  hasNoDeductible,
  paysAll,
  ROWS,
  type GroupId,
  type RowId,
  type T,
} from './benefits.ts'
import type { Plan, Tier } from './plan-types.ts'
import type { Benefit } from './benefit-types.ts'

export interface Column {
  readonly plan: Plan
  readonly tier: Tier
}

interface DifferenceRow {
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
    rows: ROWS.filter((row) => row.group === id && concerns(row.id, columns)).map((row) =>
      differenceRow(row.id, columns),
    ),
  })).filter((group) => group.rows.length > 0)
}

/** How many rows differ, of how many: "12 of 17 rows differ". */
export function countRows(groups: readonly { rows: readonly { same: boolean }[] }[]): {
  rows: number
  different: number
} {
  const rows = groups.flatMap((group) => group.rows)
  return { rows: rows.length, different: rows.filter((row) => !row.same).length }
}

const FIRST_FIGURES = ['yearMaximum', 'share', 'deductible'] as const

/**
 * What people ask for first. Where the tiers differ in one of them each has its value in every row: one that all share
 * and that stood once would read as the first tier's alone.
 */
export function firstFigures(plan: Plan, t: T, lang: Lang): { id: RowId; values: string[] }[] {
  const rows = FIRST_FIGURES.map((id) => ({
    id,
    values: plan.tiers.map((tier) => cellWords(id, plan, tier, t, lang).value),
  }))
  return rows.some(({ values }) => new Set(values).size > 1)
    ? rows
    : rows.map(({ id, values }) => ({ id, values: values.slice(0, 1) }))
}

/** Rows that apply to no column are left out; benefits stay, because "not covered" is worth reading. */
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
    case 'yearMaximum':
      return tier.yearMaximum
    case 'perIllness':
      return tier.perIllness ?? null
    case 'deductible':
      return tier.deductible
    case 'share':
      return [tier.share.network, tier.share.outside, tier.share.withoutPublic, tier.share.other, plan.after]
    case 'ownCap':
      return tier.share.ownCap ?? paysAll(tier.share)
    case 'preExisting':
      return tier.preExisting
    case 'waiting':
      return plan.waiting
    case 'directBilling':
      return plan.directBilling
    case 'helpLine':
      return true
    case 'term':
      return tier.term
    case 'ages':
      return plan.ages
    case 'family':
      return plan.family
    case 'visaLetter':
      return plan.online
    case 'extend':
      return plan.extendYears
    case 'refund':
      return plan.refund
  }
}

/** Higher is better. Scores of different units are not compared; the unit `any` is comparable with all. */
interface Score {
  readonly unit: string
  readonly value: number
}

/** Rows without a better and a worse are left out. */
const SCORES: { readonly [id in RowId]?: (tier: Tier) => Score | undefined } = {
  yearMaximum: ({ yearMaximum }) => (typeof yearMaximum === 'string' ? EVERYTHING : more(yearMaximum)),
  perIllness: ({ perIllness }) => perIllness && more(perIllness),
  // What depends on other insurance is better for one person and worse for another: it is not compared.
  deductible: ({ deductible: it }) => {
    if (hasNoDeductible(it)) return { unit: 'any', value: 0 }
    return it.withoutPublic ? undefined : less(it.amount, it.per)
  },
  share: ({ share }) =>
    share.withoutPublic === undefined ? { unit: 'percent', value: share.network * 100 + share.outside } : undefined,
  ownCap: ({ share }) => ownCapScore(share),
  preExisting: ({ preExisting }) =>
    preExisting.kind === 'after_months' ? { unit: 'months', value: -preExisting.months } : undefined,
}

const score = (id: RowId, { tier }: Column): Score | undefined =>
  isBenefit(id) ? benefitScore(tier.benefits[id]) : SCORES[id]?.(tier)

const EVERYTHING: Score = { unit: 'any', value: Infinity }
const less = (m: Money, per = ''): Score => ({ unit: `${m.currency} ${per}`, value: -m.amount })
const more = (m: Money): Score => ({ unit: m.currency, value: m.amount })

function benefitScore(b: Benefit): Score | undefined {
  if (b.state === 'none') return { unit: 'any', value: 0 }
  if (b.state === 'visits') return { unit: 'visits', value: b.visits ?? 0 }
  if (b.state === 'amount')
    return b.amount && (b.max ? { unit: `${b.amount.currency} max`, value: b.max.amount } : more(b.amount))
  return EVERYTHING
}

/** Without a maximum one may bear any amount, or nothing where all is paid. */
function ownCapScore(share: Tier['share']): Score {
  if (share.ownCap) return less(share.ownCap)
  return { unit: 'any', value: paysAll(share) ? 0 : -Infinity }
}

function bestOf(scores: (Score | undefined)[]): number[] {
  const known = scores.filter((s) => s !== undefined)
  const units = new Set(known.map((s) => s.unit).filter((unit) => unit !== 'any'))
  if (known.length < scores.length) return []
  const top = Math.max(...known.map((s) => s.value))
  // All of it is best whatever the others are counted in.
  if (units.size > 1 && top !== Infinity) return []
  const best = known.flatMap((s, index) => (s.value === top ? [index] : []))
  return best.length === known.length ? [] : best
}
