/**
 * Another or corrected account for the money of a claim, given by the person while a payment was returned or still
 * waits for the bank.
 */
import { accountNameFit } from '../../rules/draft/account-holder-check.ts'
import { namesOnAccounts } from '../../../../lib/people/compare-account-name.ts'
import { sameAccount } from '../../../../lib/money/account-to-pay.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import { openPeople } from '../../../orders/server/door.ts'
import { recordActivity, inCaseTransaction, type Actor, type CaseTransaction } from '../case/case-transaction.ts'
import type { ClaimAccount } from '../../rules/claim-fields.ts'
import { answersOf, openAccount, sealAccount } from '../answer-columns.ts'
import { accountErrors } from '../../rules/draft/claim-errors.ts'
import { addMatchKeys } from './claimed-before.ts'
import { ACCOUNT_PART } from '../../rules/settlement/discrepancies.ts'
import { accountTexts } from '../../rules/settlement/match-texts.ts'
import { notYetWithBank, returnedElsewhere } from './returned-accounts.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import { payAgain, returnedPayments } from './claim-payments.ts'
import type { Case } from '../case/load-case.ts'
import type { ClaimPayeeTable } from './settlement-tables.ts'

/** Whether a person still has to compare the name on an account with that of who is paid, as its form promised. */
export const isNameUnsure = ({ seal }: Pick<Deps, 'seal'>, { policy }: Pick<Case, 'policy'>, account: ClaimAccount) =>
  accountNameFit(account, namesOnAccounts(openPeople(seal, policy.people).insured)) !== 'same'

/** The account's holder was proven by the documents sent, and is not checked again, so the holder cannot be changed. */
function payeeErrors(before: ClaimAccount, { accountOwn, payeeName }: ClaimAccount): Record<string, string> {
  if (accountOwn !== before.accountOwn) return { accountOwn: 'payee_stays' }
  return accountOwn === false && payeeName !== before.payeeName ? { payeeName: 'payee_stays' } : {}
}

/**
 * Another or corrected account of the same person: the same rules as in the draft. A returned payment starts again;
 * money that is still to be paid to an account which returned another claim's goes to the new one. `payment`: the
 * returned one, where there are several payees. Refuses `invalid` with the fields.
 */
export async function correctAccount(
  deps: Deps,
  {
    account: given,
    payment: named,
    ...act
  }: Actor & { id: string; version?: number; account: Partial<ClaimAccount>; payment?: string },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { trx, found } = caseTx
    const returned = returnedPayments(found)
    const payee = (returned.find((it) => it.id === named) ?? returned[0])?.payee_id
    const wanted =
      named === undefined && found.payees.length === 0
        ? returned
        : returned.filter((it) => it.id === named || (it.payee_id !== null && it.payee_id === payee))
    const again = wanted.length > 0 && (found.claim.status === 'payment_failed' || found.claim.on_account === 'failed')
    // Money that is still to be paid, to an account that has returned another claim's.
    if (!again && (await returnedElsewhere({ db: trx, seal: deps.seal }, found))?.may !== 'change')
      throw new Refusal('not_possible')
    const { insured } = openPeople(deps.seal, found.policy.people)
    const own = found.payees.find((it) => it.id === payee)
    const stands = own?.account ?? found.claim.account
    const before = stands === null ? answersOf(deps, found.claim) : openAccount(deps, stands)
    const account = { ...before, ...given }
    const fields = {
      ...accountErrors(account, namesOnAccounts(insured)),
      ...payeeErrors(before, account),
      ...(sameAccount(before, account) ? { accountNumber: 'account_unchanged' } : {}),
    }
    if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
    const sealed = await storeAccount(caseTx, account, own)
    if (again) await payAgain(caseTx, wanted, null)
    else await payInstead(caseTx, sealed)
    await sendCaseMessage(caseTx, caseMessages.claim_account_corrected)
  })
}

/** Stores the account, of a payee where there are several, and returns it sealed. */
async function storeAccount(caseTx: CaseTransaction, account: ClaimAccount, payee?: ClaimPayeeTable): Promise<string> {
  const { deps, trx, found } = caseTx
  const sealed = sealAccount(deps, account)
  if (payee) {
    await trx.updateTable('claim_payees').set({ account: sealed }).where('id', '=', payee.id).execute()
    payee.account = sealed
  }
  await addMatchKeys(deps, trx, found.claim.id, accountTexts(payee?.id ?? ACCOUNT_PART, account))
  await recordActivity(caseTx, 'account_corrected', payee ? {} : { set: { account: sealed } })
  return sealed
}

/** Payments that no bank has been told of go to another account. */
async function payInstead({ trx, found }: CaseTransaction, account: string): Promise<void> {
  const ids = notYetWithBank(found).map((it) => it.id)
  if (ids.length > 0) await trx.updateTable('claim_payments').set({ account }).where('id', 'in', ids).execute()
}
