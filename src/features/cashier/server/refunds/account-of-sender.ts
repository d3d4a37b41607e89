/** Refunds of bank transfers go back to the account that the bank's statement says they came from. */
import { accountToPaySchema, sameAccount, type AccountToPay } from '../../../../lib/money/account-to-pay.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { recordCreation } from '../../../../server/transition.ts'
import { refundAccountMachine } from '../payment-states.ts'

export const REFUND_ACCOUNT = 'refund_accounts.account'
/** What the account of an incoming transfer is sealed under. */
const SENDER_ACCOUNT = 'incoming_transfers.account'

/**
 * The one account that a payment came from. Where several paid together it is nobody's in particular, and a person
 * decides who gets what.
 */
async function accountOfSender(
  trx: Trx,
  { seal }: Pick<Deps, 'seal'>,
  payment: string,
): Promise<{ account: AccountToPay; tail: string } | undefined> {
  const rows = await trx
    .selectFrom('incoming_transfers')
    .select(['account', 'account_tail'])
    .where('payment_id', '=', payment)
    .where('status', 'in', ['booked', 'to_return', 'returned'])
    .where('proposal', '=', 'book')
    .execute()
  const accounts = rows.map((it) => it.account && seal.open(SENDER_ACCOUNT, accountToPaySchema, it.account))
  const [first] = accounts
  const tail = rows[0]?.account_tail
  return first && tail && accounts.every((it) => it && sameAccount(first, it)) ? { account: first, tail } : undefined
}

/** For a refund of a transfer: the account that it came from stands in its statement, and the batch file pays it back. */
export async function givesAccountOfSender(trx: Trx, deps: Deps, id: string): Promise<boolean> {
  const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const sender = await accountOfSender(trx, deps, refund.payment_id)
  if (!sender) return false
  const at = deps.clock()
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
      account: deps.seal.seal(REFUND_ACCOUNT, sender.account),
      account_tail: sender.tail,
      // Nobody gave it: whoever releases the batch compares it with the bank's statement.
      name_unsure: 1,
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
