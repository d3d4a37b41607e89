/**
 * Orders when their owner's account is closed: those with a policy are kept, but no longer found by account or contact;
 * all others are deleted.
 */
import { foundOnlyBy, madeWith, type ClosurePart } from '../../../server/personal-data/account-closure.ts'
import type { OrderStatus } from '../contract.ts'
import { deleteOrder } from './purge-orders.ts'
import { orderDetailPath } from '../list-contract.ts'

/** The buyer still has to answer or pay, or we have to deliver. */
const UNFINISHED: readonly OrderStatus[] = ['under_review', 'awaiting_payment', 'paid', 'issuing', 'issue_failed']

export const orderClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId, contacts }) => {
    const rows = await db
      .selectFrom('orders')
      .select('id')
      // Also what was sent under their contact without signing in: it becomes theirs when they open it.
      .where((eb) =>
        eb.or([
          eb('user_id', '=', userId),
          eb.and([
            eb('user_id', 'is', null),
            eb.or([
              madeWith(contacts, 'buyer_mobile_mac', 'created_at'),
              madeWith(contacts, 'buyer_email_mac', 'created_at'),
            ]),
          ]),
        ]),
      )
      .where('status', 'in', [...UNFINISHED])
      .orderBy('created_at')
      .execute()
    return rows.map(({ id }) => ({ kind: 'order', id, number: id, until: null, path: orderDetailPath(id) }))
  },
  erase: async (deps, trx, { userId, contacts }) => {
    const rows = await trx.selectFrom('orders').select(['id', 'status']).where('user_id', '=', userId).execute()
    for (const { id, status } of rows) {
      if (status !== 'issued') await deleteOrder(deps, trx, id, { at: deps.clock(), why: 'account closed' })
      // These columns name the buyer and the device.
      else
        await trx
          .updateTable('orders')
          .set({ holder: null, link_mac: null, create_key: `closed:${id}` })
          .where('id', '=', id)
          .execute()
    }
    for (const column of ['buyer_mobile_mac', 'buyer_email_mac', 'link_mac'] as const)
      await trx
        .updateTable('orders')
        .set({ [column]: null })
        .where(foundOnlyBy(contacts, column, 'created_at'))
        .execute()
  },
}
