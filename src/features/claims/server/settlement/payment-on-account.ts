/** Payment on account (Insurance Law art. 25, terms 8.4): the undisputed part, where the amount is not settled in time. */
import { formatMoney, money } from '../../../../lib/money/money.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { lockRow } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { Conflict } from '../../../../server/transition.ts'
import { planOfPolicy } from '../../../policies/server/door.ts'
import { onAccountClock } from '../../rules/case/case-progress.ts'
import { inCaseTransaction, type Actor, type CaseTransaction } from '../case/case-transaction.ts'
import { stateOf } from '../case/decision-columns.ts'
import { loadCases } from '../case/load-case.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import { isOpen } from '../../rules/status-values.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import { answerDoubts, type AnsweredDoubts } from './case-doubts.ts'
import { assess } from './assess-claim.ts'
import { assessInput } from './assessment-as-typed.ts'
import { settleAssessment } from './decide-claim.ts'
import { startOnAccount } from './claim-payments.ts'

interface OnAccount extends Actor, Partial<AnsweredDoubts> {
  id: string
  /** Minor units of the plan's currency. */
  amount: number
  /** What is paid and why the rest is not settled yet; shown to the claimant. */
  note: BothLanguages
}

/**
 * Pays once, before any decision. Refuses `not_possible` after a decision or when money on account is on its way, and
 * `above_payable` for more than the plan could pay for the claim, and `unconfirmed` where another case contains the
 * same. The decision deducts it.
 */
export async function payOnAccount(
  deps: Deps,
  { amount, note, confirm = [], override = [], ...act }: OnAccount,
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { trx, found } = caseTx
    const { claim, decisions } = found
    if (!isOpen(claim.status)) throw new Conflict('claim', claim)
    if (decisions.length > 0 || claim.on_account !== null || amount <= 0) throw new Refusal('not_possible')
    await lockRow(trx, 'policies', claim.policy_id)
    const {
      plan: { currency },
    } = planOfPolicy(deps, found.policy)
    const most = await mostPayable(caseTx)
    if (most !== null && amount > most)
      throw new Refusal('above_payable', { fields: { amount: `at most ${formatMoney(money(most, currency), 'en')}` } })
    await answerDoubts(caseTx, null, { confirm, override })
    await startOnAccount(caseTx, { amount, currency, note })
    await sendCaseMessage(caseTx, caseMessages.claim_on_account)
  })
}

/**
 * What the plan would pay if everything claimed were accepted, within its remaining limits; `null` where that is
 * unknown, e.g. without an exchange rate.
 */
async function mostPayable({ deps, trx, found }: CaseTransaction): Promise<number | null> {
  try {
    return settleAssessment(found, await assess(deps, found, assessInput.parse({}), trx)).sheet.paidToYou
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const DAY = 86_400_000

/** Each has to be opened to see whether it is late; so many late ones are as bad as more. */
const MOST_COUNTED = 500

/** For `health show`: cases in which money on account is late. Reads only cases that are old enough. */
export async function onAccountFigures(deps: Deps): Promise<Record<string, number>> {
  const now = deps.clock()
  const rows = await deps.db
    .selectFrom('claims')
    .selectAll()
    .where('status', 'in', ['submitted', 'registered', 'in_review', 'supplement_submitted'])
    .where('on_account', 'is', null)
    .where('decided_at', 'is', null)
    .where('submitted_at', '<', now - (LIMITS.onAccountDays - 1) * DAY)
    .orderBy('submitted_at')
    .limit(MOST_COUNTED)
    .execute()
  const cases = await loadCases(deps, rows)
  return { onAccountOverdue: cases.filter((it) => onAccountClock(stateOf(it), now)?.state === 'late').length }
}
