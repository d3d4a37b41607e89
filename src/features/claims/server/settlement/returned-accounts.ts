/**
 * Accounts of a login that the bank returned a payment from, after the last one that arrived there: other claims must
 * not be paid to them unsaid.
 */
import { accountTail } from '../../../../lib/money/bank-fields-by-country.ts'
import { sameAccount } from '../../../../lib/money/account-to-pay.ts'
import { dayOf } from '../../../../lib/days/dates.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { openAccount } from '../answer-columns.ts'
import type { ClaimAccount } from '../../rules/claim-fields.ts'
import type { Case } from '../case/load-case.ts'
import { openPayment } from '../case/sealed-text.ts'
import { readBothLanguagesOrNull } from '../view-of-claim-parts.ts'
import type { ClaimView } from '../../rules/case/sent-claim-view-schema.ts'
import { isOpen } from '../../rules/status-values.ts'
import type { ClaimPaymentTable } from './settlement-tables.ts'

type Reader = Pick<Deps, 'seal'> & { db: Trx | Deps['db'] }

interface ReturnedAccount {
  account: ClaimAccount
  payment: ClaimPaymentTable
}

/** Empty for nearly everybody, at the price of one query. */
export async function accountsReturned({ db, seal }: Reader, userId: string): Promise<ReturnedAccount[]> {
  const failed = await settledWith({ db }, userId, 'failed')
  if (failed.length === 0) return []
  const paid = await settledWith({ db }, userId, 'paid')
  const arrived = paid.map((it) => ({ at: Number(it.settled_at), account: openAccount({ seal }, it.account) }))
  return failed
    .map((payment) => ({ account: openAccount({ seal }, payment.account), payment: openPayment({ seal }, payment) }))
    .filter(
      ({ account, payment }) =>
        !arrived.some((it) => it.at > Number(payment.settled_at) && sameAccount(it.account, account)),
    )
}

const settledWith = (
  { db }: Pick<Reader, 'db'>,
  userId: string,
  status: 'paid' | 'failed',
): Promise<ClaimPaymentTable[]> =>
  db
    .selectFrom('claim_payments')
    .innerJoin('claims', 'claims.id', 'claim_payments.claim_id')
    .selectAll('claim_payments')
    .where('claims.user_id', '=', userId)
    .where('claim_payments.status', '=', status)
    .orderBy('claim_payments.settled_at', 'desc')
    .execute()

/** Payments that are on their way and that no bank has been told of: their account can still be changed. */
export const notYetWithBank = ({ payments }: Pick<Case, 'payments'>): ClaimPaymentTable[] =>
  payments.filter(({ status, way }) => status === 'paying' && way === null)

/**
 * Money of this claim will go, or is on its way, to an account that returned a payment elsewhere. Death claims pay to
 * the heirs' accounts.
 */
export async function returnedElsewhere(
  reader: Reader,
  found: Pick<Case, 'claim' | 'payments' | 'payees'>,
): Promise<ClaimView['accountReturned']> {
  const { claim, payments, payees } = found
  const due = isOpen(claim.status) || ['approved', 'partially_approved', 'paying'].includes(claim.status)
  if (!due || claim.account === null || payees.length > 0 || claim.on_account === 'failed') return null
  const account = openAccount(reader, claim.account)
  // After a return of its own, whoever repeats the payment knows.
  const known = (await accountsReturned(reader, claim.user_id)).find(
    (it) => it.payment.claim_id !== claim.id && sameAccount(it.account, account),
  )
  if (!known) return null
  const withBank = payments.filter(({ status }) => status === 'paying').length > notYetWithBank(found).length
  return {
    on: dayOf(Number(known.payment.settled_at)),
    bank: account.bankName,
    tail: accountTail(account.accountNumber),
    reason: readBothLanguagesOrNull(known.payment.reason),
    may: withBank ? 'wait' : 'change',
  }
}
