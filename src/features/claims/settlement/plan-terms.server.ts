/** What the plan says about a settlement: deductible, share and limit, less what the policy has used already. */
import type { Tier } from '../../plans/api.server.ts'
import type { Group } from './assessment.ts'
import { sheetOf } from '../case/decision-columns.server.ts'
import type { Case, CaseSource } from '../case/load-case.server.ts'
import type { BothLanguages } from '../common-schemas.ts'
import type { SheetStep } from '../settlement-sheet.ts'
import { openDecision } from '../case/sealed-text.server.ts'

/** Of the policy so far, by other claims; minor units. */
export interface UsedBenefits {
  deductible: number
  share: number
  paid: number
}

/** Deductible and share of the latest decision of each other claim on the policy, and all that was paid. */
export async function usedBenefits(from: CaseSource, { claim }: Pick<Case, 'claim'>): Promise<UsedBenefits> {
  const rows = await from.db.selectFrom('claim_decisions').innerJoin('claims', 'claims.id', 'claim_decisions.claim_id')
    .selectAll('claim_decisions').where('claims.policy_id', '=', claim.policy_id).where('claims.id', '!=', claim.id)
    .orderBy('claim_decisions.at').orderBy('claim_decisions.id').execute()
  const sheets = rows.map((row) => ({ claim: row.claim_id, sheet: sheetOf(openDecision(from, row)) }))
  const latest = [...new Map(sheets.map((it) => [it.claim, it.sheet])).values()]
  const step = (kind: SheetStep['kind']): number => latest.reduce((sum, it) => sum + (it.steps.find((one) => one.kind === kind)?.amount ?? 0), 0)
  return { deductible: step('deductible'), share: step('share'), paid: sheets.reduce((sum, it) => sum + it.sheet.payable, 0) }
}

export interface GroupInput {
  name?: BothLanguages | undefined
  deductible?: number | undefined
  note?: BothLanguages | undefined
  share?: number | undefined
  network: 'yes' | 'no'
}

interface PlanFacts {
  tier: Tier
  /** No public or school insurance has paid first where the plan expects one. */
  uninsured: boolean
  used: UsedBenefits
}

const VISIT: BothLanguages = { en: 'this visit', cn: '本次就诊' }
const NOTES: Record<Tier['deductible']['per'], BothLanguages> = {
  visit: VISIT, year: { en: 'this year', cn: '年免赔额' }, illness: { en: 'this illness', cn: '本次疾病' }, none: { en: 'none', cn: '无' },
}

/** What is to bear first, and how often. A year's deductible is what is left of it. */
function deductibleOf({ tier: { deductible }, uninsured, used }: PlanFacts): { each: boolean; amount: number; note: BothLanguages } {
  if (uninsured && deductible.withoutPublic) return { each: true, amount: deductible.withoutPublic.amount, note: VISIT }
  const full = deductible.per === 'none' ? 0 : deductible.amount.amount
  const left = deductible.per === 'year' ? Math.max(0, full - used.deductible) : full
  const note = deductible.per === 'year' && left < full ? { en: 'what was left of this year', cn: '年免赔额余额' } : NOTES[deductible.per]
  return { each: deductible.per === 'visit', amount: left, note }
}

/** Does every visit bear a deductible of its own? */
export const isPerVisit = (facts: PlanFacts): boolean => deductibleOf(facts).each

/**
 * The groups: those that the handler names, filled in; otherwise one a visit where the deductible is per visit, or one for everything.
 * A deductible that is not per visit is borne once, by the first group.
 */
export function groupsOf(facts: PlanFacts, given: Readonly<Record<string, GroupInput>>, inUse: readonly string[]): Group[] {
  const { each, amount, note } = deductibleOf(facts)
  const { share } = facts.tier
  const shareOf = (network: 'yes' | 'no'): number => {
    if (facts.uninsured && share.withoutPublic !== undefined) return share.withoutPublic
    return network === 'yes' ? share.network : share.outside
  }
  const ids = Object.keys(given).length > 0 ? Object.keys(given) : [...new Set(inUse)]
  return ids.map((id, i) => {
    const it = given[id]
    return {
      id, name: it?.name ?? nameOf(id, ids.length), deductible: it?.deductible ?? (each || i === 0 ? amount : 0), deductibleNote: it?.note ?? note,
      share: it?.share ?? shareOf(it?.network ?? 'yes'),
    }
  })
}

function nameOf(id: string, count: number): BothLanguages {
  if (count === 1) return { en: 'all costs', cn: '全部费用' }
  const number = /^visit-(\d+)$/.exec(id)?.[1]
  return number ? { en: `visit ${number}`, cn: `第${number}次就诊` } : { en: id, cn: id }
}

/** What is left of the limit that applies: the year's, or that of one illness where it is smaller. */
export function limitOf({ yearMaximum, perIllness }: Tier, { paid }: UsedBenefits): { amount: number | null; note: BothLanguages } {
  const year = typeof yearMaximum === 'string' ? null : Math.max(0, yearMaximum.amount - paid)
  if (perIllness && (year === null || perIllness.amount < year)) return { amount: perIllness.amount, note: { en: 'limit for one illness or injury', cn: '单次疾病或伤害限额' } }
  if (year === null) return { amount: null, note: { en: 'no limit', cn: '不设上限' } }
  return { amount: year, note: { en: 'what is left of the year maximum', cn: '年度保额余额' } }
}
