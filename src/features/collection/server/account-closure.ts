/** When an account is closed, its person is removed from the schools' lists. */
import { madeWith, type ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const collectionClosure: ClosurePart = {
  erase: async (_deps, trx, { userId, contacts }) => {
    const orders = trx.selectFrom('orders').select('id').where('user_id', '=', userId)
    await trx
      .deleteFrom('campaign_invitations')
      .where((eb) => eb.or([eb('order_id', 'in', orders), madeWith(contacts, 'email_mac', 'created_at')]))
      .execute()
  },
}
