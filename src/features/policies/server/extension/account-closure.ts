/** An extension that waits to be paid prevents closing the account; one that was given up is deleted. */
import { purgeEvents } from '../../../../server/personal-data/purge-events.ts'
import { hasMovedMoney } from '../../../cashier/server/door.ts'
import { extendPath, extensionRef } from './extension-payable.ts'
import { extensionMachine } from './extension-states.ts'
import type { ClosurePart } from '../../../../server/personal-data/account-closure.ts'

export const extensionClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId }) => {
    const rows = await db
      .selectFrom('policy_extensions')
      .innerJoin('policies', 'policies.id', 'policy_extensions.policy_id')
      .select(['policy_extensions.id', 'policies.id as policy', 'policies.number'])
      .where('policy_extensions.user_id', '=', userId)
      .where('policy_extensions.status', '=', 'awaiting_payment')
      .execute()
    return rows.map(({ id, policy, number }) => ({
      kind: 'extension',
      id,
      number,
      until: null,
      path: extendPath(policy),
    }))
  },
  erase: async (deps, trx, { userId }) => {
    const rows = await trx
      .selectFrom('policy_extensions')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', 'in', ['cancelled', 'expired'])
      .execute()
    for (const { id } of rows) {
      // The books refer to it, and its only personal data is its owner's id.
      if (await hasMovedMoney(trx, extensionRef(id))) continue
      await trx.deleteFrom('policy_extensions').where('id', '=', id).execute()
      await purgeEvents(trx, extensionMachine.entity, [id], { at: deps.clock(), why: 'account closed' })
    }
  },
}
