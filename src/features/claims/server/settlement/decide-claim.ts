/** Decides a case, line by line. */
import { addDays, dayOf } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockRow } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { transition } from '../../../../server/transition.ts'
import {
  moveClaim,
  requireStatus,
  recordActivity,
  inCaseTransaction,
  type Actor,
  type CaseTransaction,
} from '../case/case-transaction.ts'
import type { Assessment } from '../../rules/settlement/assessment.ts'
import { sheetOf } from '../case/decision-columns.ts'
import type { Case } from '../case/load-case.ts'
import { requireOtherHandler } from '../case/handler-actions.ts'
import { answerDoubts, type AnsweredDoubts } from './case-doubts.ts'
import { addMatchKeys } from './claimed-before.ts'
import { onAccountOf, paidOnAccount } from './claim-payments.ts'
import { letterJob } from '../documents/document-jobs.ts'
import { appealMachine } from '../claim-states.ts'
import { assessedTexts } from '../../rules/settlement/match-texts.ts'
import { addsUp, NotSettled, settle, type Settled } from '../../rules/settlement/calculate-settlement.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { Sheet } from '../../rules/settlement-sheet.ts'
import type { ClaimTable } from '../../tables.ts'
import type { ClaimDecisionTable } from './settlement-tables.ts'
import { decisionDueOn } from '../case/document-requests.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import { sealDecision } from '../case/sealed-text.ts'

type ById = Actor & { id: string }
const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)

/**
 * What earlier decisions on the claim pay in total, including to the hospital, and what was paid on account: a decision
 * pays the difference.
 */
const paidBefore = (found: Pick<Case, 'decisions' | 'payments'>): number =>
  total(found.decisions.map((it) => sheetOf(it).payable)) + paidOnAccount(found)

/**
 * Settles the current case; earlier decisions are read from the database, not taken from the handler. Refuses
 * `not_settled` with the places.
 */
export function settleAssessment(found: Case, assessment: Assessment): Settled {
  try {
    const result = settle({ ...assessment, alreadyPaid: paidBefore(found), alreadyNote: alreadyNote(found) })
    if (!addsUp(result.sheet)) throw new RangeError('a settlement that does not add up')
    return result
  } catch (error) {
    if (error instanceof NotSettled) throw new Refusal('not_settled', { fields: error.fields })
    throw error
  }
}

function alreadyNote(found: Case): BothLanguages {
  const days = found.decisions.map((it) => dayOf(it.at))
  const early = [...new Set(onAccountOf(found).map((it) => dayOf(it.started_at)))]
  return {
    en: [
      ...(early.length > 0 ? [`on account, ${early.join(', ')}`] : []),
      ...(days.length > 0 ? [`by the decision of ${days.join(', ')}`] : []),
    ].join('; '),
    cn: [
      ...(early.length > 0 ? [`${early.join('、')}先予支付`] : []),
      ...(days.length > 0 ? [`按${days.join('、')}的决定`] : []),
    ].join('；'),
  }
}

/**
 * Clauses on which something was refused, and those of the reason; deductions by the plan's own terms are only on the
 * sheet.
 */
const clausesOf = ({ invoices, steps }: Sheet, more: readonly string[]): string[] =>
  [
    ...new Set([
      ...more,
      ...invoices.flatMap(({ lines }) =>
        lines.flatMap(({ deductions }) =>
          deductions.flatMap((it) => (it.kind === 'network_discount' ? [] : it.clause)),
        ),
      ),
      ...steps.flatMap((it) => (it.kind === 'above_limit' && it.amount > 0 ? it.clause : [])),
    ]),
  ].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/**
 * Decides a case under review. Refuses `not_settled`, `unconfirmed` where the assessment is not what was claimed or
 * covered, `reason_required` if nothing is payable and no reason is given, `same_handler` for the review of one's own
 * decision. An assessment that depends on what the policy has used is computed here, inside the lock. A job makes the
 * letter.
 */
export async function decide(
  deps: Deps,
  {
    assessment,
    reason = null,
    clauses = [],
    confirm = [],
    override = [],
    ...act
  }: ById &
    Partial<AnsweredDoubts> & {
      assessment: Assessment | ((found: Case, trx: Trx) => Promise<Assessment>)
      reason?: BothLanguages | null
      clauses?: readonly string[]
    },
): Promise<Settled & { decision: string }> {
  return inCaseTransaction(deps, act, async (caseTx) => {
    requireStatus(caseTx, 'in_review')
    const { trx, found, at } = caseTx
    requireOtherHandler(caseTx, act.by)
    // Decisions on one policy follow each other, because each reads and changes what is left of the policy's limits.
    await lockRow(trx, 'policies', found.claim.policy_id)
    const assessed = typeof assessment === 'function' ? await assessment(found, trx) : assessment
    const { sheet, groups } = settleAssessment(found, assessed)
    if (sheet.outcome === 'rejected' && !reason) throw new Refusal('reason_required')
    await answerDoubts(caseTx, assessed, { confirm, override })
    // The handler reads numbers and days from the paper: later claims are compared with those too.
    await addMatchKeys(deps, trx, found.claim.id, assessedTexts(assessed.invoices))
    if (assessed.overruled.length > 0)
      await recordActivity(caseTx, 'quiet', { data: { overruled: assessed.overruled.map((it) => it.what) } })
    const appealed = found.appeals.find((it) => it.status === 'open')
    const until = sheet.outcome === 'approved' || appealed ? null : addDays(dayOf(at), LIMITS.appealDays)
    const decision: ClaimDecisionTable = {
      id: newId(),
      claim_id: found.claim.id,
      at,
      by: act.by,
      outcome: sheet.outcome,
      reason: reason && JSON.stringify(reason),
      clauses: JSON.stringify(clausesOf(sheet, clauses)),
      sheet: JSON.stringify(sheet),
      paid_minor: sheet.paidToYou,
      appeal_until: until,
    }
    await trx.insertInto('claim_decisions').values(sealDecision(deps, decision)).execute()
    const toYou = total(found.decisions.map((it) => sheetOf(it).paidToYou)) + sheet.paidToYou + paidOnAccount(found)
    // A returned payment on account is paid by this decision, and by nothing else.
    const onAccount = found.claim.on_account === 'failed' ? onAccountLeft(found) : found.claim.on_account
    found.decisions.push(decision)
    await moveClaim(caseTx, {
      to: sheet.outcome,
      set: {
        outcome: sheet.outcome,
        decided_at: at,
        paid_minor: toYou,
        currency: sheet.currency,
        rate_awaited: null,
        on_account: onAccount,
      },
    })
    if (appealed) {
      await transition(trx, {
        machine: appealMachine,
        id: appealed.id,
        to: 'answered',
        by: act.by,
        at,
        set: { answered_at: at },
      })
      await recordActivity(caseTx, 'review_answered')
    }
    await sendDecision(caseTx, sheet, { until, reviewed: appealed !== undefined })
    await deps.outbox.enqueue(trx, letterJob, { decision: decision.id }, { key: `${letterJob.kind}:${decision.id}` })
    return { decision: decision.id, sheet, groups }
  })
}

/** The status of the money on account without the returned payments. */
const onAccountLeft = (found: Case): ClaimTable['on_account'] =>
  onAccountOf(found).reduce<ClaimTable['on_account']>(
    (all, it) => (all === 'paying' || it.status === 'paying' ? 'paying' : 'paid'),
    null,
  )

/** After a review the mail is one of its own: it offers no further review, because there is none. */
async function sendDecision(
  caseTx: CaseTransaction,
  sheet: Sheet,
  { until, reviewed }: { until: string | null; reviewed: boolean },
): Promise<void> {
  if (sheet.outcome === 'rejected')
    return until
      ? sendCaseMessage(caseTx, caseMessages.claim_rejected, { day: until })
      : sendCaseMessage(caseTx, caseMessages.claim_review_rejected)
  if (sheet.paidToYou > 0) {
    const day = await decisionDueOn(caseTx)
    if (reviewed) return sendCaseMessage(caseTx, caseMessages.claim_review_more, { day })
    return sendCaseMessage(
      caseTx,
      sheet.outcome === 'approved' ? caseMessages.claim_approved : caseMessages.claim_partially_approved,
      { day },
    )
  }
  // The hospital was paid, or a review found nothing more: no bank is involved.
  await moveClaim(caseTx, { to: 'paid', by: 'system', kind: 'quiet', set: { closed_at: caseTx.at } })
  await sendCaseMessage(caseTx, reviewed ? caseMessages.claim_review_same : caseMessages.claim_settled)
}
