/** Prints for the handler how a decision uses the policy's limits: remaining amounts before and after. */
import type { Currency } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { planOfPolicy, type BenefitLeft } from '../../../policies/server/door.ts'
import { answersOf } from '../answer-columns.ts'
import type { Case } from '../case/load-case.ts'
import { benefitsLeft, usedAfter } from '../settlement/benefits-left.ts'
import { waitingOf } from '../settlement/apply-waiting-period.ts'
import { usedBenefits } from '../settlement/used-benefits.ts'
import type { Sheet } from '../../rules/settlement-sheet.ts'
import { sum } from './case-lines.ts'

const figure = ({ unit }: BenefitLeft, amount: number, currency: Currency): string =>
  unit === 'visits' ? `${amount} visits` : sum(amount, currency)

/** One line for each limit that the sheet affects; always for the year maximum and the illness. */
export async function limitLines(deps: Deps, { claim, policy }: Case, sheet: Sheet): Promise<string[]> {
  const { tier } = planOfPolicy(deps, policy)
  const used = await usedBenefits(deps, claim.policy_id, claim.id)
  const before = benefitsLeft(tier, used, sheet.illness)
  const after = benefitsLeft(tier, usedAfter(used, sheet), sheet.illness)
  return before.flatMap((it, i) => {
    const then = after[i]
    if (!then || (then.left === it.left && it.id !== 'yearMaximum' && it.id !== 'perIllness')) return []
    const name = it.id === 'perIllness' ? `perIllness, begun ${sheet.illness ?? '-'}` : it.id
    return [
      `left of ${name}: ${figure(it, it.left, sheet.currency)} before, ${figure(it, then.left, sheet.currency)} after`,
    ]
  })
}

/** What the handler must know about the waiting period; the sheet shows the deduction. */
export async function waitingLines(deps: Deps, found: Case, illness?: string): Promise<string[]> {
  const { state, ends } = await waitingOf(deps, found, { illness })
  if (state === 'none') return []
  const about = `! waiting period until ${ends}: the illness began on ${illness ?? answersOf(deps, found.claim).incidentDay}`
  return [
    state === 'applies'
      ? `${about}; taken off by clause 5.1, unless "waiting" says why not`
      : `${about}. Not covered if the plan was bought after arrival, which the order does not say (clause 5.1)`,
  ]
}
