/** An earlier order becomes a new application (see `order-again.ts` for what it takes over). */
import { dayOf } from '../../../../lib/days/dates.ts'
import type { Caller } from '../../../../server/http/caller.ts'
import { holderOfCaller } from '../../../../server/http/device-access.ts'
import { Refusal, type Context } from '../../../../server/http/call-handlers.ts'
import { callerOwns, orderForCaller, ownsByAddress } from '../access/order-access.ts'
import type { Answers } from '../../contract.ts'
import { campaignAgain } from './campaign-fixed-fields.ts'
import { createDraft } from './draft.ts'
import { answersOf, prefillOf } from './load-open-order.ts'
import { answersAgain, answersForAnother, canOrderAgain } from '../../rules/order-again.ts'
import { isPaid } from '../../list-contract.ts'
import type { PersonDraft } from '../../rules/people-draft.ts'
import type { OrderTable } from '../../tables.ts'

export async function orderAgain(ctx: Context, id: string, key: string): Promise<OrderTable> {
  const { deps } = ctx
  const row = await orderForCaller(ctx, id)
  const { status } = row
  // A partner or a school named the first insured person only, so the next application is the buyer's alone.
  if (isPaid(status)) return createDraft(ctx, answersToTakeOver(ctx, row, true), key, { another: row.id })
  if (!canOrderAgain(status) && !replaces(ctx, row)) throw new Refusal('not_closed', { state: row.status })
  const prefill = prefillOf(deps, row)
  const linked = prefill && row.partner_link !== null ? { link: row.partner_link, prefill } : undefined
  return createDraft(ctx, answersToTakeOver(ctx, row), key, {
    again: row.id,
    linked,
    campaign: await campaignAgain(deps, row),
  })
}

/**
 * Whoever may not reopen the application corrects it by a new one. A school counts each application, so that theirs has
 * to be cancelled first.
 */
const replaces = (ctx: Context, row: OrderTable): boolean =>
  row.status === 'awaiting_payment' && row.campaign_id === null && ownsByAddress(ctx, row)

/** The answers that the caller's new application takes over from a closed one, or for another person from a paid one. */
export const answersToTakeOver = (ctx: Context, row: OrderTable, forAnother = false): Answers =>
  (forAnother ? answersForAnother : answersAgain)(answersOf(ctx.deps, row), inherited(ctx, row))

const inherited = ({ deps, caller }: Context, row: OrderTable) => ({
  today: dayOf(deps.clock()),
  answered: dayOf(row.submitted_at ?? row.updated_at),
  maker: isMaker(caller, row),
})

/** Did the caller create the order? Its `create_key` begins with its creator: a person in a session, or else a device. */
const isMaker = (caller: Caller, { create_key }: OrderTable): boolean =>
  [caller.kind === 'user' ? caller.userId : undefined, holderOfCaller(caller)].some(
    (maker) => maker !== undefined && create_key.startsWith(`${maker}:`),
  )

interface EarlierBuyer {
  row: OrderTable
  policyholder: PersonDraft
}

/**
 * The latest order that the caller's account paid: whoever buys again, whatever plan, does not type themselves again.
 * Whose policy it is and who buys this time is asked anew. Only of an order that they made themselves.
 */
export async function buyerOfEarlier(ctx: Context): Promise<EarlierBuyer | undefined> {
  const { deps, caller } = ctx
  if (caller.kind !== 'user' || caller.scope !== undefined) return undefined
  const row = await deps.db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', caller.userId)
    .where('paid_at', 'is not', null)
    .where('erased_at', 'is', null)
    // One that came to the account by an address alone may be somebody else's work.
    .where((eb) => eb.or([eb('owned_by', 'is', null), eb('owned_by', '!=', 'address')]))
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const buyer = buyerMade(ctx, row)
  // A contact of that time may be somebody else's by now, who would count as the buyer: only proven ones.
  return buyer && { ...buyer, policyholder: { ...buyer.policyholder, email: '', mobile: '' } }
}

/**
 * Without a login, of the orders that the tab names, as long as the device that made them may open them: only the name.
 * The next person at a shared computer may buy for themselves, and is shown neither contacts nor numbers of another.
 */
export async function nameOfBuyerInTab(
  ctx: Context,
  ids: readonly string[] = [],
): Promise<Pick<PersonDraft, 'idName' | 'chineseName'> | undefined> {
  if (ids.length === 0 || ctx.caller.kind === 'user') return undefined
  const rows = await ctx.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', ids)
    .where('paid_at', 'is not', null)
    .where('erased_at', 'is', null)
    .orderBy('paid_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const buyer = buyerMade(
    ctx,
    rows.find((row) => callerOwns(ctx, row)),
  )
  return buyer && { idName: buyer.policyholder.idName, chineseName: buyer.policyholder.chineseName }
}

const buyerMade = (ctx: Context, row: OrderTable | undefined): EarlierBuyer | undefined =>
  row && isMaker(ctx.caller, row)
    ? { row, policyholder: answersToTakeOver(ctx, row, true).people.policyholder }
    : undefined
