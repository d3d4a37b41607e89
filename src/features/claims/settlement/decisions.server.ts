/** Deciding, line by line; paying what was decided; and the bank that sends it back. */
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { addDays, dayOf } from '../../../lib/dates.ts'
import { LIMITS } from '../../../lib/limits.ts'
import { holderNames } from '../draft/signer.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { Refusal } from '../../../server/call-handlers.ts'
import { recordCreation, transition } from '../../../server/transition.ts'
import { openPeople } from '../../policies/people.server.ts'
import { moveClaim, requireStatus, recordActivity, inCaseTransaction, type Actor, type CaseTransaction } from '../case/case-transaction.server.ts'
import type { ClaimAccount } from '../answers.ts'
import type { Assessment } from './assessment.ts'
import { sheetOf } from '../case/decision-columns.server.ts'
import type { Case } from '../case/load-case.server.ts'
import { answersOf, openAccount, sealAccount } from '../answer-columns.server.ts'
import { requireOtherHandler } from '../case/handle-case.server.ts'
import { accountErrors } from '../draft/claim-errors.ts'
import { answerDoubts, type AnsweredDoubts } from './case-doubts.server.ts'
import { letterJobKind } from './letter-job.ts'
import { appealMachine, paymentMachine } from '../rules.server.ts'
import { addsUp, NotSettled, settle, type Settled } from './settlement.ts'
import type { BothLanguages } from '../common-schemas.ts'
import type { Sheet } from '../settlement-sheet.ts'
import type { ClaimDecisionTable, ClaimPaymentTable } from '../tables.server.ts'
import { decisionDueOn } from '../case/document-requests.server.ts'
import { sendCaseMessage } from '../case/case-messages.server.ts'
import { sealDecision } from '../case/sealed-text.server.ts'

type ById = Actor & { id: string }
const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)

/** What earlier decisions on the claim pay in all, to the hospital too: a second one pays the difference. */
const paidBefore = ({ decisions }: Pick<Case, 'decisions'>): number => total(decisions.map((it) => sheetOf(it).payable))

/** Settles on the case as it stands; what was decided before is the store's to say, not the handler's. Refuses `not_settled` with the places. */
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

function alreadyNote({ decisions }: Case): BothLanguages {
  const days = decisions.map((it) => dayOf(Number(it.at)))
  return { en: `by the decision of ${days.join(', ')}`, cn: `按${days.join('、')}的决定` }
}

/** Clauses on which something was refused, and those of the reason; what the plan's own terms take stands on the sheet alone. */
const clausesOf = ({ invoices, steps }: Sheet, more: readonly string[]): string[] => [...new Set([
  ...more, ...invoices.flatMap(({ lines }) => lines.flatMap(({ deductions }) => deductions.flatMap((it) => (it.kind === 'network_discount' ? [] : it.clause)))),
  ...steps.flatMap((it) => (it.kind === 'above_limit' && it.amount > 0 ? it.clause : [])),
])].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))

/** Who decides on one policy's claims comes one after the other: what is left of its limits is read and used up in one breath. */
const limitsKey = (policy: string): string => `claim-limits:${policy}`

/**
 * Decides a case under review. Refuses `not_settled`, `unconfirmed` where the assessment is not what was claimed or covered,
 * `reason_required` for one of which nothing is payable, `same_handler` for the review of one's own decision. An assessment that follows from what the policy has used already is made
 * here, in its turn. The letter is made by a job.
 */
export async function decide(
  deps: Deps, { assessment, reason = null, clauses = [], confirm = [], override = [], ...act }:
  ById & Partial<AnsweredDoubts> & { assessment: Assessment | ((found: Case, trx: Trx) => Promise<Assessment>); reason?: BothLanguages | null; clauses?: readonly string[] },
): Promise<Settled & { decision: string }> {
  return inCaseTransaction(deps, act, async (caseTx) => {
    requireStatus(caseTx, 'in_review')
    const { trx, found, at } = caseTx
    requireOtherHandler(caseTx, act.by)
    await lockFor(trx, limitsKey(found.claim.policy_id))
    const assessed = typeof assessment === 'function' ? await assessment(found, trx) : assessment
    const { sheet, groups } = settleAssessment(found, assessed)
    if (sheet.outcome === 'rejected' && !reason) throw new Refusal('reason_required')
    await answerDoubts(caseTx, assessed, { confirm, override })
    const appealed = found.appeals.find((it) => it.status === 'open')
    const until = sheet.outcome === 'approved' || appealed ? null : addDays(dayOf(at), LIMITS.appealDays)
    const decision: ClaimDecisionTable = {
      id: newId(), claim_id: found.claim.id, at, by: act.by, outcome: sheet.outcome, reason: reason && JSON.stringify(reason),
      clauses: JSON.stringify(clausesOf(sheet, clauses)), sheet: JSON.stringify(sheet), paid_minor: sheet.paidToYou, appeal_until: until,
    }
    await trx.insertInto('claim_decisions').values(sealDecision(deps, decision)).execute()
    const toYou = total(found.decisions.map((it) => sheetOf(it).paidToYou)) + sheet.paidToYou
    found.decisions.push(decision)
    await moveClaim(caseTx, { to: sheet.outcome, set: { outcome: sheet.outcome, decided_at: at, paid_minor: toYou, currency: sheet.currency, rate_awaited: null } })
    if (appealed) {
      await transition(trx, { machine: appealMachine, id: appealed.id, to: 'answered', by: act.by, at, set: { answered_at: at } })
      await recordActivity(caseTx, 'review_answered')
    }
    await sendDecision(caseTx, sheet, until)
    await deps.outbox.enqueue(trx, { kind: letterJobKind, payload: { decision: decision.id }, key: `${letterJobKind}:${decision.id}` })
    return { decision: decision.id, sheet, groups }
  })
}

async function sendDecision(caseTx: CaseTransaction, sheet: Sheet, until: string | null): Promise<void> {
  if (sheet.outcome === 'rejected') return until ? sendCaseMessage(caseTx, 'claim_rejected', { day: until }) : sendCaseMessage(caseTx, 'claim_review_rejected')
  if (sheet.paidToYou > 0) {
    const day = await decisionDueOn(caseTx)
    return sendCaseMessage(caseTx, sheet.outcome === 'approved' ? 'claim_approved' : 'claim_partially_approved', { day })
  }
  // The hospital has it, or a review found nothing more: no bank is involved.
  await moveClaim(caseTx, { to: 'paid', by: 'system', kind: 'quiet', set: { closed_at: caseTx.at } })
  await sendCaseMessage(caseTx, 'claim_settled')
}

/** The payment in hand: of the last decision. */
const currentPayment = ({ payments }: Case): ClaimPaymentTable | undefined => payments.findLast((it) => it.status === 'paying')

async function startPayment(caseTx: CaseTransaction, account: string): Promise<void> {
  const { trx, found: { claim, decisions }, at, by } = caseTx
  const decision = decisions.at(-1)
  if (!decision) throw new RangeError('nothing was decided')
  const { paidToYou, currency } = sheetOf(decision)
  const row: ClaimPaymentTable = {
    id: newId(), status: 'paying', version: 1, updated_at: at, claim_id: claim.id, decision_id: decision.id, amount_minor: paidToYou, currency, account,
    started_at: at, settled_at: null, reference: null, reason: null,
  }
  await trx.insertInto('claim_payments').values(row).execute()
  await recordCreation(trx, { machine: paymentMachine, id: row.id, status: row.status, by, at, data: { decision: decision.id } })
  caseTx.found.payments.push(row)
  await moveClaim(caseTx, { to: 'paying', by })
}

/** Tells the bank to pay; with its reference the payment is confirmed too. Refuses `no_account` where none was given. */
export async function pay(deps: Deps, { reference, ...act }: ById & { reference?: string }): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    // The bank may have erred: a handler pays to the same account again, with the reason on record.
    requireStatus(caseTx, 'approved', 'partially_approved', 'paying', 'payment_failed')
    const { trx, found, at } = caseTx
    if (found.claim.status !== 'paying') {
      if (found.claim.account === null) throw new Refusal('no_account')
      await startPayment(caseTx, found.claim.account)
      if (reference === undefined) await sendCaseMessage(caseTx, 'claim_paying')
    } else if (reference === undefined) throw new Refusal('reference_required')
    if (reference === undefined) return
    const payment = currentPayment(found)
    if (!payment) throw new RangeError('no payment in hand')
    await transition(trx, { machine: paymentMachine, id: payment.id, to: 'paid', by: act.by, at, set: { settled_at: at, reference } })
    await moveClaim(caseTx, { to: 'paid', set: { closed_at: at } })
    await sendCaseMessage(caseTx, 'claim_paid')
    // A review that was asked for meanwhile begins: what was decided first is with the bank, or has arrived.
    if (found.appeals.some((it) => it.status === 'open')) await moveClaim(caseTx, { to: 'in_review', kind: 'quiet', set: { handler: null, closed_at: null } })
  })
}

/** The bank sent the money back: the person is asked for another account. */
export async function paymentFailed(deps: Deps, { reason, ...act }: ById & { reason: BothLanguages }): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    requireStatus(caseTx, 'paying')
    const payment = currentPayment(caseTx.found)
    if (!payment) throw new RangeError('no payment in hand')
    await transition(caseTx.trx, { machine: paymentMachine, id: payment.id, to: 'failed', by: act.by, at: caseTx.at, set: { settled_at: caseTx.at, reason: JSON.stringify(reason) } })
    await moveClaim(caseTx, { to: 'payment_failed' })
    await sendCaseMessage(caseTx, 'claim_payment_failed')
  })
}

/** Whose account it is was proven by the documents that were sent, and nobody looks at it again: it stays. */
function payeeErrors(before: ClaimAccount, { accountOwn, payeeName }: ClaimAccount): Record<string, string> {
  if (accountOwn !== before.accountOwn) return { accountOwn: 'payee_stays' }
  return accountOwn === false && payeeName !== before.payeeName ? { payeeName: 'payee_stays' } : {}
}

/** Would the bank be told the same again? Spaces, case and width of letters make no other account. */
export function sameAccount(before: ClaimAccount, after: ClaimAccount): boolean {
  const plain = (text: string): string => text.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()
  const told = ({ accountCountry, accountName, accountNumber, bankName, bankFields }: ClaimAccount): string => canonicalJson([
    accountCountry, plain(accountName), plain(accountNumber), plain(bankName),
    Object.entries(bankFields).flatMap(([field, value]) => (value.trim() === '' ? [] : [`${field} ${plain(value)}`])).sort(),
  ])
  return told(before) === told(after)
}

/** Another or corrected account of the same person: the same rules as in the draft. The payment starts again. Refuses `invalid` with the fields. */
export async function correctAccount(deps: Deps, { account: given, ...act }: ById & { version?: number; account: Partial<ClaimAccount> }): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { found } = caseTx
    if (found.claim.status !== 'payment_failed') throw new Refusal('not_possible')
    const { insured } = openPeople(deps.seal, found.policy.people)
    const before = found.claim.account === null ? answersOf(deps, found.claim) : openAccount(deps, found.claim.account)
    const account = { ...before, ...given }
    const fields = { ...accountErrors(account, holderNames(insured)), ...payeeErrors(before, account), ...(sameAccount(before, account) ? { accountNumber: 'account_unchanged' } : {}) }
    if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
    const sealed = sealAccount(deps, account)
    await recordActivity(caseTx, 'account_corrected', { set: { account: sealed } })
    await startPayment(caseTx, sealed)
    await sendCaseMessage(caseTx, 'claim_account_corrected')
  })
}

