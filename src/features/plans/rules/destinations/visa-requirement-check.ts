/** Compares a plan with the legal requirement it is made for: shown on its page, and checked whenever plans are loaded. */
import { compare, convert, zero, type Money } from '../../../../lib/money/money.ts'
import type { Plan } from '../plan-types.ts'

export interface RequirementRow {
  readonly item: 'medical' | 'evacuation' | 'remains' | 'deductible' | 'ownShare'
  readonly tier: string
  readonly need: Money | number
  /** The tier's value, in the requirement's currency at its weak rate; a percentage for `ownShare`. */
  readonly have: Money | number
  readonly ok: boolean
}

/** Compares every tier with the legal requirement the plan is made for (domain §3.2, last paragraph). */
export function checkRequirement(plan: Plan): RequirementRow[] {
  const need = plan.requirement
  if (!need) return []
  const rate = { rate: (1 / Number(need.weakRate)).toFixed(10) }
  const abroad = (m: Money): Money => convert(m, rate, need.currency)
  return plan.tiers.flatMap((tier): RequirementRow[] => {
    const medical = tier.perIllness ?? (typeof tier.yearMaximum === 'string' ? undefined : tier.yearMaximum)
    const own = 100 - Math.min(tier.share.network, tier.share.outside)
    const rows: (RequirementRow | undefined)[] = [
      medical && atLeast('medical', tier.id, need.medical, abroad(medical)),
      need.evacuation &&
        atLeast('evacuation', tier.id, need.evacuation, abroad(tier.benefits.evacuation.amount ?? zero(plan.currency))),
      need.remains &&
        atLeast('remains', tier.id, need.remains, abroad(tier.benefits.remains.amount ?? zero(plan.currency))),
      need.deductible && {
        ...atLeast('deductible', tier.id, abroad(tier.deductible.amount), need.deductible),
        need: need.deductible,
        have: abroad(tier.deductible.amount),
      },
      need.ownShare === undefined
        ? undefined
        : { item: 'ownShare', tier: tier.id, need: need.ownShare, have: own, ok: own <= need.ownShare },
    ]
    return rows.filter((row) => row !== undefined)
  })
}

const atLeast = (item: RequirementRow['item'], tier: string, need: Money, have: Money): RequirementRow => ({
  item,
  tier,
  need,
  have,
  ok: compare(have, need) >= 0,
})
