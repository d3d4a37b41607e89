/**
 * Replaces an heir whose payment was returned by another payee: e.g. a new guardian, or after the heir's own death.
 * Proven to us by new documents.
 */
import { latestDay } from '../../../../lib/days/dates.ts'
import { Refusal } from '../../../../server/http/call-handlers.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { openAccount } from '../answer-columns.ts'
import { inCaseTransaction, recordActivity, type Actor } from '../case/case-transaction.ts'
import { caseMessages, sendCaseMessage } from '../case/case-messages.ts'
import { heirErrors } from '../../rules/heir-rules.ts'
import type { Heir } from '../../rules/heirs.ts'
import { addMatchKeys } from './claimed-before.ts'
import { accountTexts } from '../../rules/settlement/match-texts.ts'
import { sealPayee } from './heirs-as-payees.ts'
import { payAgain, returnedPayments } from './claim-payments.ts'

/**
 * From now on pays one heir's part to somebody else, including the returned payment. `payment`: its id or its account's
 * last digits, where several were returned. Refuses `not_possible` where none was, and `invalid` with the fields.
 */
export async function replacePayee(
  deps: Deps,
  { heir, payment: named, ...act }: Actor & { id: string; heir: Heir; payment?: string | undefined },
): Promise<void> {
  await inCaseTransaction(deps, act, async (caseTx) => {
    const { trx, found } = caseTx
    const returned = returnedPayments(found).filter((it) => it.payee_id !== null)
    if (found.claim.type !== 'death' || returned.length === 0) throw new Refusal('not_possible')
    const meant = returned.filter(
      (it) =>
        named === undefined ||
        it.id === named ||
        (named.length >= 4 && openAccount(deps, it.account).accountNumber.endsWith(named)),
    )
    const payees = new Set(meant.map((it) => it.payee_id))
    const payee = found.payees.find((it) => payees.has(it.id))
    if (!payee || payees.size > 1)
      throw new Refusal('payment_required', { fields: { payment: returned.map((it) => it.id).join(', ') } })
    const today = latestDay(deps.clock())
    const wrong = heirErrors({ heirs: [heir], heirShares: 'equal' }, today)
    if (Object.keys(wrong).length > 0) throw new Refusal('invalid', { fields: wrong })
    Object.assign(
      payee,
      await trx
        .updateTable('claim_payees')
        .set(sealPayee(deps, heir, today))
        .where('id', '=', payee.id)
        .returning(['account', 'person'])
        .executeTakeFirstOrThrow(),
    )
    await addMatchKeys(deps, trx, found.claim.id, accountTexts(payee.id, openAccount(deps, payee.account)))
    await recordActivity(caseTx, 'account_corrected', { data: { payee: payee.id } })
    await payAgain(
      caseTx,
      returned.filter((it) => it.payee_id === payee.id),
      null,
    )
    await sendCaseMessage(caseTx, caseMessages.claim_account_corrected)
  })
}
