/**
 * Who owns an order when it is opened, paid, or its contact is corrected, without a new login (decision 0046); for a
 * login see `orders-at-login.ts`. Before payment nothing is put into an account unasked, because whoever applies
 * may name any address.
 */
import type { Context } from '../../../../server/http/call-handlers.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { contactsInUse, hadWhenMade, inUseAmong } from '../../../session/server/door.ts'
import { fullReview } from '../order-columns.ts'
import { setOwner } from './set-order-owner.ts'
import type { OrderTable } from '../../tables.ts'

type Macs = Pick<OrderTable, 'buyer_mobile_mac' | 'buyer_email_mac' | 'link_mac'>

const known = (macs: readonly (string | null)[]): string[] => macs.filter((mac) => mac !== null)

/**
 * It was sent, so that its addresses were confirmed. So was the draft that a passed review leaves, until it is sent and
 * reopened.
 */
export function isSent(row: Pick<OrderTable, 'status' | 'review'>): boolean {
  if (row.status !== 'created') return row.status !== 'discarded'
  const review = fullReview(row)
  return review !== null && review.reopened === undefined
}

/**
 * How a proven contact gives access: the draft's link was sent there, or the application was sent under it. A draft
 * only names the address. An order that was begun while somebody else had the contact is not theirs.
 */
function accessBy(
  row: OrderTable,
  { mac, counts_from: from }: { mac: string; counts_from: number },
): 'link' | 'address' | undefined {
  if (row.created_at <= from) return undefined
  if (row.link_mac === mac) return 'link'
  return (row.buyer_mobile_mac === mac || row.buyer_email_mac === mac) && isSent(row) ? 'address' : undefined
}

/** The order that nobody owns, as the caller's: the session has proven the contact that a login would have to prove. */
export async function attachOpened(
  { deps, caller }: Pick<Context, 'caller' | 'deps'>,
  found: OrderTable,
): Promise<OrderTable | undefined> {
  if (caller.kind !== 'user' || caller.scope !== undefined || found.user_id !== null) return undefined
  const contacts = await contactsInUse(deps.db, caller.userId)
  const access = (row: OrderTable) => {
    const ways = contacts.map((contact) => accessBy(row, contact))
    return ways.find((way) => way === 'link') ?? ways.find((way) => way !== undefined)
  }
  if (!access(found)) return undefined
  return deps.write(async (trx) => {
    // Read again: the address may have been corrected since.
    await lockFor(trx, `order:${found.id}`)
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', found.id).executeTakeFirstOrThrow()
    const ownedBy = access(row)
    if (row.user_id !== null || !ownedBy) return row.user_id === caller.userId ? row : undefined
    return setOwner(trx, row, {
      owner: caller.userId,
      ownedBy,
      occasion: 'opened',
      by: `user:${caller.userId}`,
      at: deps.clock(),
    })
  })
}

/** A paid order that nobody owns belongs to the account of its buyer's email, or else mobile number, if there is one. */
export async function attachPaid(trx: Trx, row: OrderTable, { by, at }: { by: string; at: number }): Promise<void> {
  const macs = known([row.buyer_email_mac, row.buyer_mobile_mac])
  if (row.user_id !== null || macs.length === 0) return
  const contacts = (await inUseAmong(trx, macs)).filter((it) => it.counts_from < row.created_at)
  const owner = macs
    .map((mac) => contacts.find((contact) => contact.mac === mac)?.user_id)
    .find((id) => id !== undefined)
  if (owner !== undefined) await setOwner(trx, row, { owner, ownedBy: 'address', occasion: 'paid', by, at })
}

/**
 * When the device corrects the address by which another login took the order over, that person loses access to it.
 * Whoever has proven an address that still stands, or the one to which its link was sent, keeps it.
 */
export async function removeOwnerOfFormerContact(
  { caller, deps }: Context,
  trx: Trx,
  row: OrderTable,
  next: Omit<Macs, 'link_mac'>,
): Promise<void> {
  const own = caller.kind === 'user' ? caller.userId : null
  if (row.user_id === null || row.user_id === own) return
  if (row.buyer_mobile_mac === next.buyer_mobile_mac && row.buyer_email_mac === next.buyer_email_mac) return
  const stand = [next.buyer_mobile_mac, next.buyer_email_mac, row.link_mac]
  if (await hadWhenMade(trx, row.user_id, { macs: stand, at: row.created_at })) return
  await setOwner(trx, row, {
    owner: own,
    ownedBy: own === null ? null : 'device',
    occasion: 'contact corrected',
    by: own === null ? 'holder' : `user:${own}`,
    at: deps.clock(),
  })
}
