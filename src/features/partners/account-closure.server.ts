/** Links that someone used for their own account, when that account is closed: the partner keeps its reference, and the link names nobody. */
import type { ClosurePart } from '../../server/dependencies.ts'

export const partnerClosure: ClosurePart = {
  erase: async (_deps, trx, { userId }) => {
    await trx.updateTable('partner_visits').set({ user_id: null, prefill: null }).where('user_id', '=', userId).execute()
  },
}
