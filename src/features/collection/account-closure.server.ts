/** Lists of schools when the account of somebody on them is closed: she is on none any more. */
import type { ClosurePart } from '../../server/dependencies.ts'

export const collectionClosure: ClosurePart = {
  erase: async (_deps, trx, { userId, macs }) => {
    const orders = trx.selectFrom('orders').select('id').where('user_id', '=', userId)
    await trx.deleteFrom('campaign_invitations')
      .where((eb) => eb.or([eb('order_id', 'in', orders), ...(macs.length === 0 ? [] : [eb('email_mac', 'in', [...macs])])])).execute()
  },
}
