/** When an account is closed, links that its owner used for it no longer name them; the partner keeps its reference. */
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const partnerClosure: ClosurePart = {
  erase: async (_deps, trx, { userId }) => {
    await trx
      .updateTable('partner_visits')
      .set({ user_id: null, prefill: null })
      .where('user_id', '=', userId)
      .execute()
  },
}
