/** When an account is closed, its person is removed from the schools' lists. */
import type { ClosurePart } from '../../server/dependencies.ts'

export const collectionClosure: ClosurePart = {
  erase: async (_deps, trx, { userId, macs }) => {
    const orders = trx.selectFrom('orders').select('id').where('user_id', '=', userId)
    await trx
      .deleteFrom('campaign_invitations')
      .where((eb) =>
        eb.or([eb('order_id', 'in', orders), ...(macs.length === 0 ? [] : [eb('email_mac', 'in', [...macs])])]),
      )
      .execute()
  },
}
