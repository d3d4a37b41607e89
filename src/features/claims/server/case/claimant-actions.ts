/**
 * Acts of a claimant on a sent claim: withdraw it, request a review of its decision. Whether each is allowed:
 * `allowed-claimant-actions.ts`.
 */
import { dayOf } from '../../../../lib/days/dates.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { moveClaim, recordActivity, inCaseTransaction, type Actor } from './case-transaction.ts'
import { appealable, mayOf } from '../../rules/case/allowed-claimant-actions.ts'
import { sealAppeal, sealWithdrawal, sheetOf, stateOf } from './decision-columns.ts'
import { closeRequests, decisionDueOn } from './document-requests.ts'
import { appealMachine } from '../claim-states.ts'
import { caseMessages, sendCaseMessage } from './case-messages.ts'

type ById = Actor & { id: string }

/** Withdraws a claim before a decision. What was sent stays on record, and so does the reason, if given. */
export async function withdraw(
  deps: Deps,
  { text = '', ...act }: ById & { version?: number; text?: string },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    if (!mayOf(stateOf(caseTx.found), caseTx.at).withdraw) throw new Refusal('not_possible')
    await closeRequests(caseTx)
    const said = text.trim() && (await sealWithdrawal(deps, caseTx.trx, caseTx.found.claim.user_id, text.trim()))
    await moveClaim(caseTx, { to: 'cancelled', set: { closed_at: caseTx.at }, data: said ? { said } : {} })
    await sendCaseMessage(caseTx, caseMessages.claim_withdrawn)
  })
}

/**
 * Requests a review of the last decision: of all of it, or of the lines named. The case has no handler until another
 * one takes it.
 */
export async function appeal(
  deps: Deps,
  {
    decision,
    lines,
    text,
    ...act
  }: ById & { version?: number; decision: string; lines: readonly string[]; text: string },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { trx, found, at } = caseTx
    const may = appealable(stateOf(found), dayOf(at))
    if ('not' in may) throw new Refusal(may.not)
    const decided = found.decisions.find((it) => it.id === decision)
    if (!decided || may.decision !== decision) throw new Refusal('not_possible')
    const known = new Set(sheetOf(decided).invoices.flatMap((invoice) => invoice.lines.map((line) => line.id)))
    if (lines.some((it) => !known.has(it))) throw new Refusal('invalid', { fields: { lines: 'invalid' } })
    const row = {
      id: newId(),
      claim_id: found.claim.id,
      decision_id: decision,
      at,
      text: sealAppeal(deps, text),
      lines: JSON.stringify(lines),
      status: 'open' as const,
      version: 1,
      updated_at: at,
      answered_at: null,
    }
    await trx.insertInto('claim_appeals').values(row).execute()
    await recordCreation(trx, {
      machine: appealMachine,
      id: row.id,
      status: 'open',
      by: act.by,
      at,
      data: { decision },
    })
    found.appeals.push(row)
    // A payment on its way continues; the review begins when it has arrived, but its clock runs from now.
    if (found.claim.status === 'rejected' || found.claim.status === 'paid')
      await moveClaim(caseTx, { to: 'in_review', kind: 'appeal', set: { handler: null, closed_at: null } })
    else await recordActivity(caseTx, 'appeal')
    await sendCaseMessage(caseTx, caseMessages.claim_appeal, { day: await decisionDueOn(caseTx) })
  })
}
