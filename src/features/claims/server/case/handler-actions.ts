/**
 * Acts of a handler on a sent claim: register, take into review, take more time, close. A claimant's:
 * `claimant-actions.ts`.
 */
import type { Deps } from '../../../../server/dependencies.ts'
import { operatorCalled } from '../../../../server/operator/operators.ts'
import { operatorKey, operatorName, displayName } from '../../../../server/operator/operator-name.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import {
  moveClaim,
  requireStatus,
  recordActivity,
  inCaseTransaction,
  type Actor,
  type CaseTransaction,
} from './case-transaction.ts'
import { closeRequests, decisionDueOn } from './document-requests.ts'
import { caseMessages, sendCaseMessage } from './case-messages.ts'

type ById = Actor & { id: string }

/** submitted → registered; the claimant is told by when we decide. Throws `Conflict` for any other status. */
export async function registerClaim(deps: Deps, act: ById): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    await registered(caseTx)
    await sendCaseMessage(caseTx, caseMessages.claim_registered, { day: await decisionDueOn(caseTx) })
  })
}

const registered = (caseTx: CaseTransaction): Promise<void> =>
  moveClaim(caseTx, { to: 'registered', set: { registered_at: caseTx.at } })

/**
 * Takes a case into review and makes it this handler's. A claim that is not registered yet is registered first. Refuses
 * `same_handler` for the person whose decision is to be reviewed.
 */
export async function takeIntoReview(deps: Deps, { handler, ...act }: ById & { handler?: string }): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const taken = await handlerOf(caseTx, handler ?? act.by)
    if (caseTx.found.claim.status === 'submitted') await registered(caseTx)
    if (caseTx.found.claim.status === 'in_review') {
      requireOtherHandler(caseTx, taken.handler)
      await recordActivity(caseTx, 'quiet', { set: taken })
      return
    }
    requireStatus(caseTx, 'registered', 'supplement_submitted')
    requireOtherHandler(caseTx, taken.handler)
    await closeRequests(caseTx)
    await moveClaim(caseTx, { to: 'in_review', set: taken })
    await sendCaseMessage(caseTx, caseMessages.claim_in_review, { day: await decisionDueOn(caseTx) })
  })
}

/** The operator of this name, with the name that claimants read. A job that takes a case has no operator of its own. */
async function handlerOf({ trx }: CaseTransaction, called: string): Promise<{ handler: string; handler_name: string }> {
  const operator = await operatorCalled(trx, called)
  if (operator) return { handler: operator.id, handler_name: operator.name }
  const name = operatorName(called)
  if (name === '') throw new Refusal('invalid', { fields: { handler: 'required' } })
  return { handler: name, handler_name: displayName(name) }
}

/** A review must be done by another person than the one who decided (design §5 "Appeal"). */
export function requireOtherHandler({ found: { appeals, decisions } }: CaseTransaction, name: string): void {
  const open = appeals.find((it) => it.status === 'open')
  const before = decisions.find((it) => it.id === open?.decision_id)
  if (before && operatorKey(before.by) === operatorKey(name)) throw new Refusal('same_handler')
}

/** Marks the case as complex: the decision may take longer, and the person is told at once. */
export async function takeMoreTime(deps: Deps, act: ById): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    requireStatus(caseTx, 'submitted', 'registered', 'in_review', 'supplement_required', 'supplement_submitted')
    if (caseTx.found.claim.complex === 1 || caseTx.found.decisions.length > 0) throw new Refusal('not_possible')
    await recordActivity(caseTx, 'complex', { set: { complex: 1 } })
    await sendCaseMessage(caseTx, caseMessages.claim_complex, { day: await decisionDueOn(caseTx) })
  })
}

/** Closes the case when we have nothing left to do: it leaves the working list. */
export async function closeClaim(deps: Deps, act: ById): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    requireStatus(caseTx, 'paid', 'rejected', 'cancelled')
    if (caseTx.found.claim.closed_at !== null) throw new Refusal('not_possible')
    await recordActivity(caseTx, 'closed', { set: { closed_at: caseTx.at } })
  })
}
