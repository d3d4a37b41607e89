/** What became of a payment: the bank was instructed, has paid, or returned the money. */
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { Conflict, transition } from '../../../../server/transition.ts'
import { moveClaim, recordActivity, inCaseTransaction, type CaseTransaction } from '../case/case-transaction.ts'
import type { Case } from '../case/load-case.ts'
import { openAccount } from '../answer-columns.ts'
import { paymentMachine } from '../claim-states.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { ClaimPaymentTable } from './settlement-tables.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import { payAgain, latest, onAccountStatus, startPayments, returnedPayments, type ById } from './claim-payments.ts'

/**
 * The payment that the bank refers to; with several on their way it is named by its id or its account's last digits.
 * Refuses `payment_required`, and `in_batch` for one in a batch file, whose result comes with the bank's result file.
 */
function paymentInHand(deps: Deps, { payments }: Case, named: string | undefined): ClaimPaymentTable {
  const open = payments.filter((it) => it.status === 'paying')
  const fitting =
    named === undefined
      ? open
      : open.filter(
          (it) => it.id === named || (named.length >= 4 && openAccount(deps, it.account).accountNumber.endsWith(named)),
        )
  const [only] = fitting
  if (!only || fitting.length > 1)
    throw new Refusal('payment_required', { fields: { payment: open.map((it) => it.id).join(', ') || 'none' } })
  if (only.way === 'batch') throw new Refusal('in_batch', { fields: { payment: only.id } })
  return only
}

/** Records the result of a payment, in its row and in `found`. */
async function settlePayment(
  { trx, found, at, by }: CaseTransaction,
  row: ClaimPaymentTable,
  to: 'paid' | 'failed',
  set: Partial<ClaimPaymentTable>,
): Promise<void> {
  const next = await transition(trx, {
    machine: paymentMachine,
    id: row.id,
    to,
    by,
    at,
    set: { settled_at: at, ...set },
  })
  found.payments[found.payments.indexOf(row)] = next
}

/**
 * The bank was instructed by hand; with its reference one payment is confirmed. `forBatch`: a returned payment goes to
 * the same account again with the next batch file. Refuses `no_account` where none was given, `payment_required` where
 * several are on their way.
 */
export async function pay(
  deps: Deps,
  {
    reference,
    payment: named,
    forBatch = false,
    ...act
  }: ById & { reference?: string; payment?: string; forBatch?: boolean },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { found } = caseTx
    const { status } = found.claim
    const underWay = found.payments.some((it) => it.status === 'paying')
    const returned = returnedPayments(found)
    const start = async (go: (way: ClaimPaymentTable['way']) => Promise<void>): Promise<void> => {
      await go(forBatch ? null : 'by_hand')
      if (reference === undefined && !forBatch) await sendCaseMessage(caseTx, caseMessages.claim_paying)
    }
    if (status === 'approved' || status === 'partially_approved') await start((way) => startPayments(caseTx, way))
    else if (returned.length > 0 && !(underWay && reference !== undefined))
      // The bank may have erred: a handler may pay to the same account again, with a recorded reason.
      await start((way) => payAgain(caseTx, returned, way))
    else if (!underWay) throw new Conflict('claim', found.claim)
    else if (reference === undefined && (forBatch || !(await markByHand(caseTx))))
      throw new Refusal('reference_required')
    if (reference !== undefined) await confirmPayment(caseTx, paymentInHand(deps, found, named), reference)
  })
}

/** The bank was instructed by hand to pay what waited for a batch, so no batch may take it. False where nothing waited. */
async function markByHand({ trx, found }: CaseTransaction): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('claim_payments')
    .set({ way: 'by_hand' })
    .where('claim_id', '=', found.claim.id)
    .where('status', '=', 'paying')
    .where('way', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The bank has paid: at `settledAt` if it states the day, else now. */
export async function confirmPayment(
  caseTx: CaseTransaction,
  row: ClaimPaymentTable,
  reference: string,
  settledAt = caseTx.at,
): Promise<void> {
  const { found, at } = caseTx
  await settlePayment(caseTx, row, 'paid', { reference, settled_at: settledAt, way: row.way ?? 'by_hand' })
  if (row.decision_id === null) {
    await recordActivity(caseTx, 'on_account_paid', { set: { on_account: onAccountStatus(found) } })
    await sendCaseMessage(caseTx, caseMessages.claim_on_account_paid, { what: row.id })
    return
  }
  if (!latest(found, row.decision_id).every((it) => it.status === 'paid')) {
    await recordActivity(caseTx, 'one_paid')
    return
  }
  await moveClaim(caseTx, { to: 'paid', set: { closed_at: at } })
  await sendCaseMessage(caseTx, caseMessages.claim_paid)
  // A review that was requested in the meantime begins: the payments of the earlier decision are with the bank or have
  // arrived.
  if (found.appeals.some((it) => it.status === 'open'))
    await moveClaim(caseTx, { to: 'in_review', kind: 'quiet', set: { handler: null, closed_at: null } })
}

/** The bank returned money: the person is asked for another account. Payments to others remain paid. */
export async function paymentFailed(
  deps: Deps,
  { reason, payment: named, ...act }: ById & { reason: BothLanguages; payment?: string },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { found } = caseTx
    if (!found.payments.some((it) => it.status === 'paying')) throw new Conflict('claim', found.claim)
    await returnPayment(caseTx, paymentInHand(deps, found, named), reason)
  })
}

/** Books returned money, in the caller's transaction. */
export async function returnPayment(
  caseTx: CaseTransaction,
  row: ClaimPaymentTable,
  reason: BothLanguages,
): Promise<void> {
  await settlePayment(caseTx, row, 'failed', { reason: JSON.stringify(reason) })
  if (row.decision_id === null) await recordActivity(caseTx, 'payment_failed', { set: { on_account: 'failed' } })
  else if (caseTx.found.claim.status === 'paying') await moveClaim(caseTx, { to: 'payment_failed' })
  else await recordActivity(caseTx, 'payment_failed')
  await sendCaseMessage(caseTx, caseMessages.claim_payment_failed)
}
