/** Payments of claims in a batch: decided but not started, on account, and those to a corrected account. */
import { accountToPaySchema, type AccountToPay } from '../../../lib/money/account-to-pay.ts'
import { Refusal } from '../../../server/http/call-handlers.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import {
  isNameUnsure,
  openAccount,
  onCase,
  type CaseTransaction,
  caseMessages,
  sendCaseMessage,
  bankReasonWords,
  confirmPayment,
  returnPayment,
  startPayments,
  type ClaimPaymentTable,
} from '../../claims/server/door.ts'
import { unsafeColumns } from '../rules/transfer-account.ts'
import type { DueTransfer, LeftOut, TransferRef, TransferSource } from './transfer-source.ts'

export const claimTransfers: TransferSource = {
  kind: 'claim',
  collect: async (deps, trx, { by, why, limit }) => {
    const due: DueTransfer[] = []
    const left: LeftOut[] = []
    for (const id of await claimsWithDuePayments(trx, limit)) {
      if (due.length >= limit) break
      const taken = await onCase(deps, trx, { id, by, why }, collectOfCase)
      if (Array.isArray(taken)) due.push(...taken)
      else left.push(taken)
    }
    return { due, left }
  },
  send: async (deps, trx, payments, { by, why, batch }) => {
    for (const id of await claimsOf(trx, payments)) {
      await onCase(deps, trx, { id, by, why }, (caseTx) =>
        sendCaseMessage(caseTx, caseMessages.claim_paying, { what: batch }),
      )
    }
  },
  giveBack: async (_deps, trx, payments) => {
    await trx
      .updateTable('claim_payments')
      .set({ way: null })
      .where(
        'id',
        'in',
        payments.map((it) => it.payment),
      )
      .where('status', '=', 'paying')
      .execute()
  },
  paid: (deps, trx, payment, { by, why, reference, paidAt }) =>
    onPayment(deps, trx, payment, { by, why }, (caseTx, row) => confirmPayment(caseTx, row, reference, paidAt)),
  returned: (deps, trx, payment, { by, why, reason }) =>
    onPayment(deps, trx, payment, { by, why }, (caseTx, row) =>
      returnPayment(caseTx, row, bankReasonWords(deps, reason)),
    ),
}

/** Decided and not started, or started although nobody has instructed the bank. */
async function claimsWithDuePayments(trx: Trx, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('claims')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['approved', 'partially_approved']),
        eb.exists(
          eb
            .selectFrom('claim_payments')
            .select('claim_payments.id')
            .whereRef('claim_payments.claim_id', '=', 'claims.id')
            .where('claim_payments.status', '=', 'paying')
            .where('claim_payments.way', 'is', null),
        ),
      ]),
    )
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((it) => it.id)
}

const isWaiting = ({ status, way }: ClaimPaymentTable): boolean => status === 'paying' && way === null

/** Starts one claim's due payments and takes them, or says why they are left out. */
async function collectOfCase(caseTx: CaseTransaction): Promise<DueTransfer[] | LeftOut> {
  const { deps, trx, found } = caseTx
  const purpose = found.claim.case_number ?? found.claim.id
  const decided = found.claim.status === 'approved' || found.claim.status === 'partially_approved'
  const sealed = [...(decided ? accountsOf(caseTx) : []), ...found.payments.filter(isWaiting).map((it) => it.account)]
  const unsafe = sealed.flatMap((it) => unsafeColumns(toPay(deps, it)))
  if (unsafe.length > 0)
    return { what: purpose, why: `its account holds what no file carries: ${[...new Set(unsafe)].join(', ')}` }
  try {
    if (decided) await startPayments(caseTx, null)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'no_account') return { what: purpose, why: 'no account was named' }
    throw error
  }
  const waiting = found.payments.filter(isWaiting)
  if (waiting.length === 0) return []
  await trx
    .updateTable('claim_payments')
    .set({ way: 'batch' })
    .where(
      'id',
      'in',
      waiting.map((it) => it.id),
    )
    .execute()
  return waiting.map((it) => ({
    payment: it.id,
    purpose,
    amount: it.amount_minor,
    currency: it.currency,
    account: toPay(deps, it.account),
    nameUnsure: isNameUnsure(deps, found, openAccount(deps, it.account)),
  }))
}

const accountsOf = ({ found: { claim, payees } }: CaseTransaction): string[] =>
  payees.length > 0 ? payees.map((it) => it.account) : claim.account === null ? [] : [claim.account]
const toPay = (deps: Deps, sealed: string): AccountToPay => accountToPaySchema.parse(openAccount(deps, sealed))

async function claimsOf(trx: Trx, payments: readonly TransferRef[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('claim_payments')
    .select('claim_id')
    .distinct()
    .where(
      'id',
      'in',
      payments.map((it) => it.payment),
    )
    .orderBy('claim_id')
    .execute()
  return rows.map((it) => it.claim_id)
}

async function onPayment(
  deps: Deps,
  trx: Trx,
  { payment }: TransferRef,
  act: { by: string; why: string },
  fn: (caseTx: CaseTransaction, row: ClaimPaymentTable) => Promise<void>,
): Promise<void> {
  const [id = ''] = await claimsOf(trx, [{ payment }])
  await onCase(deps, trx, { id, ...act }, async (caseTx) => {
    const row = caseTx.found.payments.find((it) => it.id === payment)
    if (row?.status !== 'paying' || row.way !== 'batch') throw new Refusal('not_in_batch', { fields: { payment } })
    await fn(caseTx, row)
  })
}
