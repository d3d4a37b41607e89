/** Refunds of bank transfers go back to the account that the bank's statement says they came from. */
import { accountToPaySchema } from '../../../../lib/money/account-to-pay.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { refundAccountMachine } from '../payment-states.ts'

export const REFUND_ACCOUNT = 'refund_accounts.account'
/** What the account of an incoming transfer is sealed under. */
const SENDER_ACCOUNT = 'incoming_transfers.account'

export const accountOfSender = (trx: Trx, payment: string) =>
  trx
    .selectFrom('incoming_transfers')
    .select(['account', 'account_tail'])
    .where('payment_id', '=', payment)
    .where('status', 'in', ['booked', 'to_return', 'returned'])
    .where((eb) => eb.or([eb('proposal', 'is', null), eb('proposal', '=', 'book')]))
    .where('account_tail', '!=', '')
    .orderBy('amount_minor', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** For a refund of a transfer: the account that it came from stands in its statement, and the batch file pays it back. */
export async function givesAccountOfSender(trx: Trx, deps: Deps, id: string): Promise<boolean> {
  const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const sender = await accountOfSender(trx, refund.payment_id)
  if (!sender) return false
  const at = deps.clock()
  const account = deps.seal.open(SENDER_ACCOUNT, accountToPaySchema, sender.account)
  await trx
    .insertInto('refund_accounts')
    .values({
      id,
      status: 'given',
      version: 1,
      updated_at: at,
      payable_kind: refund.payable_kind,
      payable_id: refund.payable_id,
      asked_at: at,
      given_at: at,
      account: deps.seal.seal(REFUND_ACCOUNT, account),
      account_tail: sender.account_tail,
      name_unsure: 0,
      reason: null,
    })
    .execute()
  await recordCreation(trx, {
    machine: refundAccountMachine,
    id,
    status: 'given',
    by: 'system',
    at,
    why: 'the account that the transfer came from',
  })
  return true
}
