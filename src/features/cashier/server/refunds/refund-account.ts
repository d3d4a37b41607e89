/**
 * The account for a refund that the provider cannot make: an operator asks the payer, who gives it on a page of theirs,
 * and the bank pays to it.
 */
import { fitName } from '../../../../lib/people/compare-account-name.ts'
import { accountToPaySchema, sameAccount, type AccountToPay } from '../../../../lib/money/account-to-pay.ts'
import { accountTail } from '../../../../lib/money/bank-fields-by-country.ts'
import { ownAccountErrors } from '../../../../lib/people/own-account-errors.ts'
import { money } from '../../../../lib/money/money.ts'
import { Refusal, type UserContext } from '../../../../server/http/call-handlers.ts'
import { lockRow } from '../../../../server/db/transaction-lock.ts'
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { givenConsent } from '../../../../server/personal-data/sensitive-consent-of-call.ts'
import { recordCreation, transition } from '../../../../server/transition.ts'
import type { RefundAccountView } from '../../contract.ts'
import type { RefundAccountStatus, RefundAccountTable, RefundTable } from '../../tables.ts'
import { refundAccountMachine } from '../payment-states.ts'
import { namePayable } from '../payable-name.ts'
import { kindOf } from '../payments/payability.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import { REFUND_ACCOUNT } from './account-of-sender.ts'
import { reopenRefund } from './refunds-for-operator.ts'
import { accountMessages, sendAccountMessage } from './refund-account-messages.ts'

const DAY = 86_400_000
export const openRefundAccount = ({ seal }: Pick<Deps, 'seal'>, sealed: string): AccountToPay =>
  seal.open(REFUND_ACCOUNT, accountToPaySchema, sealed)

interface Acting {
  by: string
  why: string
}

/**
 * Asks the payer for an account. Refuses `not_failed`, `paid_by_another` where an unknown person paid by a payment
 * link, `no_payer` where nobody can be written to, and `asked_already`.
 */
export const askForAccount = (deps: Deps, id: string, { by, why }: Acting): Promise<RefundTable> =>
  deps.write(async (trx) => {
    const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
    if (!refund) throw new Refusal('not_found')
    if (refund.status !== 'failed') throw new Refusal('not_failed', { state: refund.status })
    const payment = await trx
      .selectFrom('payments')
      .select('link_id')
      .where('id', '=', refund.payment_id)
      .executeTakeFirstOrThrow()
    if (payment.link_id !== null) throw new Refusal('paid_by_another')
    const names = await namesOf(deps, trx, refund)
    if (names.length === 0) throw new Refusal('no_payer')
    const at = deps.clock()
    const before = await trx.selectFrom('refund_accounts').selectAll().where('id', '=', id).executeTakeFirst()
    if (before) {
      if (before.asked_at > at - DAY) throw new Refusal('asked_already')
      await transition(trx, {
        machine: refundAccountMachine,
        id,
        from: 'asked',
        to: 'asked',
        by,
        at,
        why,
        set: { asked_at: at },
      })
    } else {
      await trx
        .insertInto('refund_accounts')
        .values({
          id,
          status: 'asked',
          version: 1,
          updated_at: at,
          payable_kind: refund.payable_kind,
          payable_id: refund.payable_id,
          asked_at: at,
          given_at: null,
          account: null,
          account_tail: null,
          name_unsure: 0,
          reason: null,
        })
        .execute()
      await recordCreation(trx, { machine: refundAccountMachine, id, status: 'asked', by, at, why })
    }
    if (
      !(await sendAccountMessage(deps, trx, accountMessages.refund_account_asked, refund, {
        what: String(at),
        more: () => ({}),
      }))
    )
      throw new Refusal('no_payer')
    return refund
  })

const namesOf = async (
  deps: Deps,
  db: Trx | Deps['db'],
  { payable_kind: kind, payable_id: id }: Pick<RefundTable, 'payable_kind' | 'payable_id'>,
): Promise<string[]> => (await kindOf(deps, { kind }).payerNames?.(deps, db, id)) ?? []

/**
 * Changes its state with its batch. `asked`: the bank returned the money for `reason`, and its payer is asked for
 * another account.
 */
export async function moveAccount(
  deps: Deps,
  trx: Trx,
  id: string,
  to: RefundAccountStatus,
  { by, why, reason }: Acting & { reason?: string },
): Promise<void> {
  const at = deps.clock()
  await transition(trx, {
    machine: refundAccountMachine,
    id,
    from: to === 'in_batch' ? 'given' : 'in_batch',
    to,
    by,
    at,
    why,
    ...(to === 'asked' ? { set: { reason: reason ?? null, asked_at: at } } : {}),
  })
  if (to !== 'asked') return
  const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { provider } = await trx
    .selectFrom('payments')
    .select('provider')
    .where('id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  // Whoever sent a transfer has no page to enter an account: the message of the failed refund says what follows.
  if (provider === TRANSFER) return
  await sendAccountMessage(deps, trx, accountMessages.refund_account_returned, refund, {
    what: String(refund.attempt),
    more: (lang) => ({ reason: deps.words(lang, `claims:bankReason.${reason ?? ''}`) }),
  })
}

interface Found {
  refund: RefundTable
  account: RefundAccountTable
}

/** A refund of the caller's for which an account was requested. Refuses `not_found` alike for somebody else's. */
async function refundForCaller(ctx: UserContext, id: string): Promise<Found> {
  const { db } = ctx.deps
  const refund = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  const account = await db.selectFrom('refund_accounts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!refund || !account) throw new Refusal('not_found')
  await kindOf(ctx.deps, { kind: refund.payable_kind }).requirePayer(ctx, refund.payable_id)
  return { refund, account }
}

export async function accountView(ctx: UserContext, id: string): Promise<RefundAccountView> {
  const { deps } = ctx
  const { refund, account } = await refundForCaller(ctx, id)
  const kind = kindOf(deps, { kind: refund.payable_kind })
  const state = await kind.find(deps, deps.db, refund.payable_id, deps.clock())
  // An application is described by the page on which it is filled in; who wants money back looks at the order.
  const back =
    refund.payable_kind === 'plan'
      ? `/personal/order?id=${refund.payable_id}`
      : (await kind.describe(deps, refund.payable_id, ctx.lang)).back
  return {
    id,
    version: account.version,
    state: stateOf({ refund, account }),
    about: state ? namePayable(deps, kind, state, ctx.lang) : '',
    amount: money(refund.amount_minor, refund.currency),
    names: await namesOf(deps, deps.db, refund),
    tail: account.account_tail,
    reason:
      account.status === 'asked' && account.reason !== null
        ? deps.words(ctx.lang, `claims:bankReason.${account.reason}`)
        : null,
    reference: refund.status === 'succeeded' ? refund.gateway_ref : null,
    paidAt: refund.status === 'succeeded' ? Number(refund.settled_at) : null,
    back: back ?? '/personal/order',
  }
}

/** `over`: the money was or will be refunded in another way. */
function stateOf({ refund, account }: Found): RefundAccountView['state'] {
  if (account.status === 'asked') return refund.status === 'failed' ? 'asked' : 'over'
  if (refund.way !== 'bank') return 'over'
  return account.status
}

/**
 * Stores the account, or replaces it until a batch contains it: from then on the refund is made by bank. Refuses
 * `invalid` with the fields, `changed` where it has changed since the page was loaded, and `over`.
 */
export async function giveAccount(
  ctx: UserContext,
  { id, version, account }: { id: string; version: number; account: AccountToPay },
): Promise<void> {
  const { deps, caller } = ctx
  await refundForCaller(ctx, id)
  const by = `user:${caller.userId}`
  const at = deps.clock()
  await deps.write(async (trx) => {
    // Of two pages that send at once, the second is told that the account has changed.
    await lockRow(trx, 'refund_accounts', id)
    const refund = await trx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await trx.selectFrom('refund_accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const state = stateOf({ refund, account: before })
    if (state !== 'asked' && state !== 'given') throw new Refusal('over')
    if (before.version !== version) throw new Refusal('changed')
    const names = await namesOf(deps, trx, refund)
    const returned =
      before.reason !== null &&
      before.account !== null &&
      state === 'asked' &&
      sameAccount(openRefundAccount(deps, before.account), account)
    const fields = { ...ownAccountErrors(account, names), ...(returned ? { accountNumber: 'account_unchanged' } : {}) }
    if (Object.keys(fields).length > 0) throw new Refusal('invalid', { fields })
    await transition(trx, {
      machine: refundAccountMachine,
      id,
      from: state,
      to: 'given',
      version,
      by,
      at,
      data: { consent: givenConsent(ctx, ['refunds:account.consent']) },
      set: {
        account: deps.seal.seal(REFUND_ACCOUNT, accountToPaySchema.parse(account)),
        account_tail: accountTail(account.accountNumber),
        name_unsure: fitName(account.accountName, names) === 'same' ? 0 : 1,
        given_at: at,
      },
    })
    const going =
      state === 'asked' ? await reopenRefund(deps, trx, id, { by, why: 'its payer gave an account' }, 'bank') : refund
    await sendAccountMessage(deps, trx, accountMessages.refund_account_given, going, {
      what: String(version),
      more: () => ({ tail: accountTail(account.accountNumber) }),
    })
  })
}
