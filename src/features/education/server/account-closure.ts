/** Tuition payments when an account is closed: money that is on its way prevents closing; what the law requires is kept. */
import { dropContacts } from '../../orders/server/door.ts'
import { tuitionPath } from '../contract.ts'
import { deleteTuition, keptUntil } from './purge-tuition.ts'
import { WITH_MONEY } from './tuition-states.ts'
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const educationClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId }) => {
    const rows = await db
      .selectFrom('education_orders')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', 'in', [...WITH_MONEY, 'awaiting_payment'])
      .orderBy('submitted_at')
      .execute()
    return rows.map(({ id }) => ({ kind: 'tuition', id, number: id, until: null, path: tuitionPath(id) }))
  },
  kept: async (_deps, db, { userId }) => {
    const rows = await db
      .selectFrom('education_orders')
      .select(['id', 'updated_at'])
      .where('user_id', '=', userId)
      .where('paid_at', 'is not', null)
      .orderBy('paid_at')
      .execute()
    return rows.map(({ id, updated_at: at }) => ({ kind: 'tuition', number: id, until: keptUntil(at) }))
  },
  erase: async (deps, trx, { userId, contacts }) => {
    await dropContacts(trx, 'education_orders', contacts)
    const rows = await trx
      .selectFrom('education_orders')
      .select('id')
      .where('user_id', '=', userId)
      .where('paid_at', 'is', null)
      .execute()
    await deleteTuition(
      deps,
      trx,
      rows.map(({ id }) => id),
      'account closed',
    )
  },
}
