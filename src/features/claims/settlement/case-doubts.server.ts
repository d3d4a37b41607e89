/** The doubts about an assessment of a case (`discrepancies.ts`), and the handler's answers to them, which are recorded. */
import { latestDay } from '../../../lib/dates.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal } from '../../../server/call-handlers.ts'
import { openPolicy } from '../../policies/server-contract.server.ts'
import { recordActivity, type CaseTransaction } from '../case/case-transaction.server.ts'
import type { Case } from '../case/load-case.server.ts'
import { answersOf } from '../answer-columns.server.ts'
import type { Assessment } from './assessment.ts'
import { discrepanciesOf, unanswered, type Discrepancy } from './discrepancies.ts'

/** Names of the doubts that the handler has checked (`discrepancies.ts`). */
export interface AnsweredDoubts {
  confirm: readonly string[]
  override: readonly string[]
}

/** The doubts about an assessment of this case. */
export const caseDoubts = (deps: Deps, found: Case, assessment: Assessment): Discrepancy[] =>
  discrepanciesOf(assessment, answersOf(deps, found.claim), openPolicy(deps, found.policy), latestDay(deps.clock()))

/**
 * Refuses `unconfirmed` with the doubts that are not answered; each answer is recorded as an event, with the handler's
 * reason.
 */
export async function answerDoubts(
  caseTx: CaseTransaction,
  assessment: Assessment,
  answered: AnsweredDoubts,
): Promise<void> {
  const doubts = caseDoubts(caseTx.deps, caseTx.found, assessment)
  const fields = unanswered(doubts, answered)
  if (Object.keys(fields).length > 0) throw new Refusal('unconfirmed', { fields })
  if (doubts.length > 0)
    await recordActivity(caseTx, 'quiet', { data: { confirmed: answered.confirm, overridden: answered.override } })
}
