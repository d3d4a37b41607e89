/**
 * Starts the payments of a decision, or of the undisputed part before one: to one account or to each of several payees;
 * and those of returned money.
 */
import { newId } from '../../../../server/new-id.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { moveClaim, recordActivity, type Actor, type CaseTransaction } from '../case/case-transaction.ts'
import { sheetOf } from '../case/decision-columns.ts'
import type { Case } from '../case/load-case.ts'
import { sealNote } from '../case/sealed-text.ts'
import { paymentMachine } from '../claim-states.ts'
import type { BothLanguages } from '../../rules/claim-value-schemas.ts'
import type { ClaimPaymentTable } from './settlement-tables.ts'
import { dueShares } from '../../rules/settlement/split-among-payees.ts'
import type { Currency } from '../../../../lib/money/money.ts'

export type ById = Actor & { id: string }
const total = (values: readonly number[]): number => values.reduce((sum, it) => sum + it, 0)
const amountOf = (rows: readonly ClaimPaymentTable[]): number => total(rows.map((it) => it.amount_minor))
const isGood = ({ status }: ClaimPaymentTable): boolean => status !== 'failed'

/** Payments on account that are on their way or have arrived: a decision deducts them. */
export const onAccountOf = ({ payments }: Pick<Case, 'payments'>): ClaimPaymentTable[] =>
  payments.filter((it) => it.decision_id === null && isGood(it))
export const paidOnAccount = (found: Pick<Case, 'payments'>): number => amountOf(onAccountOf(found))

/** The state of each payee's part of a decision, or of the money on account: the latest payment of each. */
export function latest({ payments }: Pick<Case, 'payments'>, decision: string | null): ClaimPaymentTable[] {
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

export function onAccountStatus(found: Case): ClaimPaymentTable['status'] {
  const rows = latest(found, null)
  return rows.some((it) => it.status === 'failed')
    ? 'failed'
    : rows.some((it) => it.status === 'paying')
      ? 'paying'
      : 'paid'
}
