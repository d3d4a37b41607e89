/**
 * Pays a decision, or the undisputed part before one: to one account or to each of several payees; and handles returned
 * payments.
 */
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { Conflict, recordCreation, transition } from '../../../../server/transition.ts'
import {
  moveClaim,
  recordActivity,
  inCaseTransaction,
  type Actor,
  type CaseTransaction,
} from '../case/case-transaction.ts'
import { sheetOf } from '../case/decision-columns.ts'
import type { Case } from '../case/load-case.ts'
import { sealNote } from '../case/sealed-text.ts'
import { openAccount } from '../answer-columns.ts'
import { paymentMachine } from '../claim-states.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { ClaimPaymentTable } from './settlement-tables.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import { dueShares } from '../../rules/settlement/split-among-payees.ts'
import type { Currency } from '../../../../lib/money/money.ts'

type ById = Actor & { id: string }
const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)
const amountOf = (rows: readonly ClaimPaymentTable[]): number => total(rows.map((it) => it.amount_minor))
const isGood = ({ status }: ClaimPaymentTable): boolean => status !== 'failed'

/** Payments on account that are on their way or have arrived: a decision deducts them. */
export const onAccountOf = ({ payments }: Pick<Case, 'payments'>): ClaimPaymentTable[] =>
  payments.filter((it) => it.decision_id === null && isGood(it))
export const paidOnAccount = (found: Pick<Case, 'payments'>): number => amountOf(onAccountOf(found))

/** The state of each payee's part of a decision, or of the money on account: the latest payment of each. */
function latest({ payments }: Pick<Case, 'payments'>, decision: string | null): ClaimPaymentTable[] {
  const of = payments.filter((it) => it.decision_id === decision)
  return [...new Set(of.map((it) => it.payee_id))].flatMap((payee) => of.findLast((it) => it.payee_id === payee) ?? [])
}

/**
 * Returned payments that were not paid again: of the last decision, and of the money on account that a decision
 * deducts.
 */
export function returnedPayments(found: Pick<Case, 'payments' | 'decisions' | 'claim'>): ClaimPaymentTable[] {
  const last = found.decisions.at(-1)
  const rows = [
    ...(found.claim.on_account === 'failed' ? latest(found, null) : []),
    ...(last ? latest(found, last.id) : []),
  ]
  return rows.filter((it) => it.status === 'failed')
}

/** `null`: for the next batch file. */
type Way = ClaimPaymentTable['way']

interface NewPayment {
  decision: string | null
  payee: string | null
  amount: number
  currency: Currency
  account: string
  note?: BothLanguages | undefined
  way: Way
}

async function insertPayment(
  { deps, trx, found, at, by }: CaseTransaction,
  { decision, payee, amount, currency, account, note, way }: NewPayment,
): Promise<void> {
  const row: ClaimPaymentTable = {
    id: newId(),
    status: 'paying',
    version: 1,
    updated_at: at,
    claim_id: found.claim.id,
    decision_id: decision,
    payee_id: payee,
    amount_minor: amount,
    currency,
    account,
    started_at: at,
    settled_at: null,
    reference: null,
    reason: null,
    note: note ? sealNote(deps, note) : null,
    way,
  }
  await trx.insertInto('claim_payments').values(row).execute()
  await recordCreation(trx, {
    machine: paymentMachine,
    id: row.id,
    status: row.status,
    by,
    at,
    data: decision === null ? { onAccount: true } : { decision },
  })
  found.payments.push(row)
}

/**
 * Everybody's part of a sum: what is due to each after what they received. Refuses `no_account` where an account is
 * missing.
 */
function partsOf(
  { claim, payees, payments }: Case,
  amount: number,
): { payee: string | null; amount: number; account: string }[] {
  if (payees.length === 0) {
    if (claim.account === null) throw new Refusal('no_account')
    return [{ payee: null, amount, account: claim.account }]
  }
  const had = (payee: string): number => amountOf(payments.filter((it) => it.payee_id === payee && isGood(it)))
  const due = dueShares(
    amount + total(payees.map((it) => had(it.id))),
    payees.map((it) => ({ parts: it.parts, had: had(it.id) })),
  )
  return payees
    .map((it, i) => ({ payee: it.id, amount: due[i] ?? 0, account: it.account }))
    .filter((it) => it.amount > 0)
}

/** Starts the payments of the last decision. */
export async function startPayments(caseTx: CaseTransaction, way: Way): Promise<void> {
  const { found, by } = caseTx
  const decision = found.decisions.at(-1)
  if (!decision) throw new RangeError('nothing was decided')
  const { paidToYou, currency } = sheetOf(decision)
  for (const part of partsOf(found, paidToYou))
    await insertPayment(caseTx, { ...part, decision: decision.id, currency, way })
  await moveClaim(caseTx, { to: 'paying', by })
}

/** Starts the payment of undisputed money on account. The caller has checked that it may be paid. */
export async function startOnAccount(
  caseTx: CaseTransaction,
  { amount, currency, note }: { amount: number; currency: Currency; note: BothLanguages },
): Promise<void> {
  for (const part of partsOf(caseTx.found, amount))
    await insertPayment(caseTx, { ...part, decision: null, currency, note, way: null })
  await recordActivity(caseTx, 'on_account', { set: { on_account: 'paying' } })
}

/** Pays returned payments once more, to the current accounts. */
export async function payAgain(caseTx: CaseTransaction, rows: readonly ClaimPaymentTable[], way: Way): Promise<void> {
  const { found } = caseTx
  for (const row of rows) {
    const account =
      row.payee_id === null ? found.claim.account : found.payees.find((it) => it.id === row.payee_id)?.account
    if (!account) throw new Refusal('no_account')
    await insertPayment(caseTx, {
      decision: row.decision_id,
      payee: row.payee_id,
      amount: row.amount_minor,
      currency: row.currency,
      account,
      way,
    })
  }
  if (rows.some((it) => it.decision_id === null))
    await recordActivity(caseTx, 'quiet', { set: { on_account: onAccountStatus(found) } })
  if (found.claim.status === 'payment_failed' && !returnedPayments(found).some((it) => it.decision_id !== null))
    await moveClaim(caseTx, { to: 'paying' })
}

function onAccountStatus(found: Case): ClaimPaymentTable['status'] {
  const rows = latest(found, null)
  return rows.some((it) => it.status === 'failed')
    ? 'failed'
    : rows.some((it) => it.status === 'paying')
      ? 'paying'
      : 'paid'
}

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
    if (status === 'approved' || status === 'partially_approved') {
      await startPayments(caseTx, forBatch ? null : 'by_hand')
      if (reference === undefined && !forBatch) await sendCaseMessage(caseTx, caseMessages.claim_paying)
    } else if (returned.length > 0 && !(underWay && reference !== undefined)) {
      // The bank may have erred: a handler may pay to the same account again, with a recorded reason.
      await payAgain(caseTx, returned, forBatch ? null : 'by_hand')
      if (reference === undefined && !forBatch) await sendCaseMessage(caseTx, caseMessages.claim_paying)
    } else if (!underWay) throw new Conflict('claim', found.claim)
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
