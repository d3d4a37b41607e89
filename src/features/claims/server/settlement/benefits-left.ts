/** What is left of a policy's limits: for the policy's page, and for handlers before and after a decision. */
import { BENEFITS, type Tier } from '../../../plans/server/door.ts'
import type { Sheet } from '../../rules/settlement-sheet.ts'
import { limitOfBenefit } from '../../rules/settlement/benefit-terms.ts'
import {
  deductibleBorne,
  ofIllness,
  shareBorne,
  usedOf,
  usedWithinYear,
  visitsUsed,
  type UsedBenefits,
} from './used-benefits.ts'
import type { BenefitLeft, LimitId } from '../../../policies/server/door.ts'

const entry = (id: LimitId, limit: number, used: number, unit: BenefitLeft['unit'] = 'money'): BenefitLeft => ({
  id,
  unit,
  limit,
  used,
  left: Math.max(0, limit - used),
})

/**
 * Every limit of the tier that can be used up, in the order of its table; with `illness` also the limit for that
 * illness.
 */
export function benefitsLeft(tier: Tier, used: UsedBenefits, illness?: string): BenefitLeft[] {
  const {
    yearMaximum,
    perIllness,
    deductible,
    share: { ownCap },
    benefits,
  } = tier
  const one = illness === undefined ? undefined : ofIllness(used, illness)
  return [
    ...(typeof yearMaximum === 'string' ? [] : [entry('yearMaximum', yearMaximum.amount, usedWithinYear(used))]),
    ...(perIllness && one ? [entry('perIllness', perIllness.amount, usedWithinYear(one))] : []),
    ...(deductible.per === 'year' && deductible.amount.amount > 0
      ? [entry('deductible', deductible.amount.amount, deductibleBorne(used))]
      : []),
    ...(ownCap ? [entry('ownCap', ownCap.amount, shareBorne(used))] : []),
    ...BENEFITS.flatMap((id) => {
      const row = benefits[id]
      if (row.state === 'visits') return [entry(id, row.visits ?? 0, visitsUsed(used, id), 'visits')]
      const limit = limitOfBenefit(row)
      return limit === null ? [] : [entry(id, limit, usedOf(used, id))]
    }),
  ]
}

/**
 * The same policy after this sheet is decided: the sheet replaces its claim's earlier decision, which `used` leaves
 * out.
 */
export function usedAfter({ claims }: UsedBenefits, sheet: Sheet): UsedBenefits {
  const step = (kind: string): number => sheet.steps.find((it) => it.kind === kind)?.amount ?? 0
  return {
    claims: [
      ...claims,
      {
        illness: sheet.illness ?? '',
        deductible: step('deductible'),
        share: step('share'),
        paid: Object.fromEntries((sheet.uses ?? []).map((it) => [it.benefit, it.paid])),
        visits: Object.fromEntries((sheet.visits ?? []).map((it) => [it.benefit, it.count])),
      },
    ],
  }
}
