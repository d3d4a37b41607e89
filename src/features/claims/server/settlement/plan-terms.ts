/** The plan's figures for a settlement: deductible, share and limit, minus what the policy has used already. */
import type { Tier } from '../../../plans/server/door.ts'
import type { Group } from '../../rules/settlement/assessment.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import { SUM_INSURED } from '../../rules/settlement-sheet.ts'
import { deductibleBorne, ofIllness, usedWithinYear, type UsedBenefits } from './used-benefits.ts'

export interface GroupInput {
  name?: BothLanguages | undefined
  deductible?: number | undefined
  share?: number | undefined
  network: 'yes' | 'no'
}

interface PlanFacts {
  tier: Tier
  /** No public or school insurance has paid first, although the plan expects one. */
  uninsured: boolean
  used: UsedBenefits
  /** The day on which the illness or accident began. */
  illness: string
}

const SUM_NAME: BothLanguages = { en: 'sum insured', cn: '保险金额' }
const VISIT: BothLanguages = { en: 'this visit', cn: '本次就诊' }
const NOTES: Record<Tier['deductible']['per'], BothLanguages> = {
  visit: VISIT,
  year: { en: 'this year', cn: '年免赔额' },
  illness: { en: 'this illness', cn: '本次疾病' },
  none: { en: 'none', cn: '无' },
}

const LEFT_NOTES: Record<Tier['deductible']['per'], BothLanguages> = {
  ...NOTES,
  year: { en: 'what was left of this year', cn: '年免赔额余额' },
  illness: { en: 'what was left for this illness', cn: '本次疾病免赔额余额' },
}

/** The deductible and how often it applies. For one per year or illness, what is left of it. */
function deductibleOf({ tier: { deductible }, uninsured, used, illness }: PlanFacts): {
  each: boolean
  amount: number
  note: BothLanguages
} {
  if (uninsured && deductible.withoutPublic) return { each: true, amount: deductible.withoutPublic.amount, note: VISIT }
  const full = deductible.per === 'none' ? 0 : deductible.amount.amount
  const borne =
    deductible.per === 'year'
      ? deductibleBorne(used)
      : deductible.per === 'illness'
        ? deductibleBorne(ofIllness(used, illness))
        : 0
  const left = Math.max(0, full - borne)
  const note = left < full ? LEFT_NOTES[deductible.per] : NOTES[deductible.per]
  return { each: deductible.per === 'visit', amount: left, note }
}

/** Does a deductible of its own apply to every visit? */
export const isPerVisit = (facts: PlanFacts): boolean => deductibleOf(facts).each

/** Each group as typed, changed. */
export const mapGroups = <T>(
  given: Readonly<Record<string, T>>,
  change: (group: T, id: string) => GroupInput,
): Record<string, GroupInput> => Object.fromEntries(Object.entries(given).map(([id, it]) => [id, change(it, id)]))

/**
 * The groups: those that the handler names, completed; otherwise one per visit where the deductible is per visit, or
 * one for everything. A deductible that is not per visit applies once, to the first group.
 */
export function groupsOf(
  facts: PlanFacts,
  given: Readonly<Record<string, GroupInput>>,
  inUse: readonly string[],
): Group[] {
  const { each, amount, note } = deductibleOf(facts)
  const { share } = facts.tier
  const shareOf = (network: 'yes' | 'no'): number => {
    if (facts.uninsured && share.withoutPublic !== undefined) return share.withoutPublic
    return network === 'yes' ? share.network : share.outside
  }
  // The sum insured is paid in full: the deductible applies to the costs beside it.
  const sum = inUse.includes(SUM_INSURED)
  const costs = Object.keys(given).length > 0 ? Object.keys(given) : [...new Set(inUse)]
  const ids = costs.filter((id) => id !== SUM_INSURED)
  const groups = ids.map((id, i) => {
    const it = given[id]
    return {
      id,
      name: it?.name ?? nameOf(id, ids.length),
      deductible: it?.deductible ?? (each || i === 0 ? amount : 0),
      deductibleNote: note,
      share: it?.share ?? shareOf(it?.network ?? 'yes'),
    }
  })
  return sum
    ? [{ id: SUM_INSURED, name: SUM_NAME, deductible: 0, deductibleNote: NOTES.none, share: 100 }, ...groups]
    : groups
}

function nameOf(id: string, count: number): BothLanguages {
  if (count === 1) return { en: 'all costs', cn: '全部费用' }
  const number = /^visit-(\d+)$/.exec(id)?.[1]
  return number ? { en: `visit ${number}`, cn: `第${number}次就诊` } : { en: id, cn: id }
}

/** What is left of the applicable limit: the year's, or that of one illness where less is left. */
export function limitOf(
  { yearMaximum, perIllness }: Tier,
  used: UsedBenefits,
  illness: string,
): { amount: number | null; note: BothLanguages } {
  const year = typeof yearMaximum === 'string' ? null : Math.max(0, yearMaximum.amount - usedWithinYear(used))
  const before = usedWithinYear(ofIllness(used, illness))
  const one = perIllness ? Math.max(0, perIllness.amount - before) : null
  if (one !== null && (year === null || one < year)) {
    return {
      amount: one,
      note:
        before > 0
          ? { en: 'what is left of the limit for one illness or injury', cn: '单次疾病或伤害限额余额' }
          : { en: 'limit for one illness or injury', cn: '单次疾病或伤害限额' },
    }
  }
  if (year === null) return { amount: null, note: { en: 'no limit', cn: '不设上限' } }
  return { amount: year, note: { en: 'what is left of the yearly maximum', cn: '年度保额余额' } }
}
