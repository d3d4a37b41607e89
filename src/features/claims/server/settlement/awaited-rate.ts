/**
 * A claim that cannot be settled yet because no exchange rate is published for a day: it is marked as waiting, visibly
 * to everybody.
 */
import { isDay } from '../../../../lib/days/dates.ts'
import type { Currency } from '../../../../lib/money/money.ts'
import { isCurrency } from '../../../../lib/money/currencies.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { planOfPolicy, claimRate } from '../../../policies/server/door.ts'
import { requireStatus, recordActivity, inCaseTransaction, type Actor } from '../case/case-transaction.ts'
import { loadCase } from '../case/load-case.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import type { ClaimTable } from '../../tables.ts'

export interface AwaitedRate {
  currency: Currency
  day: string
}

/** The rate that a claim waits for, from its column. */
export function awaitedRate({ rate_awaited: text }: Pick<ClaimTable, 'rate_awaited'>): AwaitedRate | null {
  const [currency = '', day = ''] = text?.split(' ') ?? []
  return isCurrency(currency) && isDay(day) ? { currency, day } : null
}

/** Marks the case as waiting: an event, and a message to the claimant. Once for each rate. */
export async function waitForRate(
  deps: Deps,
  { currency, day, ...act }: Actor & { id: string } & AwaitedRate,
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    requireStatus(caseTx, 'in_review')
    const awaited = `${currency} ${day}`
    if (caseTx.found.claim.rate_awaited === awaited) return
    await recordActivity(caseTx, 'rate_awaited', { data: { day }, set: { rate_awaited: awaited } })
    await sendCaseMessage(caseTx, caseMessages.claim_rate_awaited, { day })
  })
}

/** After an import: ends the waiting of cases whose rate is available now. Returns their numbers. */
export async function resumeClaimsWaitingForRate(deps: Deps, act: Actor): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('claims')
    .select('id')
    .where('rate_awaited', 'is not', null)
    .orderBy('submitted_at')
    .execute()
  const numbers: string[] = []
  for (const { id } of rows) {
    const { claim, policy } = await loadCase(deps, id)
    const awaited = awaitedRate(claim)
    if (!awaited) continue
    const { plan } = planOfPolicy(deps, policy)
    if (!(await claimRate(deps, deps.db, { from: awaited.currency, to: plan.currency, day: awaited.day }))) continue
    await inCaseTransaction(deps, { ...act, id }, (caseTx) =>
      recordActivity(caseTx, 'rate_arrived', { data: { day: awaited.day }, set: { rate_awaited: null } }),
    )
    numbers.push(claim.case_number ?? id)
  }
  return numbers
}
