/** Applications to overseas insurers when an account is closed: a waiting one prevents closing, all others are deleted. */
import { dropContacts } from '../../orders/server/door.ts'
import { pathFor } from '../../../routes.ts'
import { OPEN } from './application-states.ts'
import { deleteApplications } from './purge-applications.ts'
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

export const overseasClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId }) => {
    const rows = await db
      .selectFrom('overseas_applications')
      .select('id')
      .where('user_id', '=', userId)
      .where('status', 'in', [...OPEN])
      .orderBy('submitted_at')
      .execute()
    return rows.map(({ id }) => ({
      kind: 'overseas',
      id,
      number: id,
      until: null,
      path: `${pathFor('overseas.complete')}?id=${id}`,
    }))
  },
  erase: async (deps, trx, { userId, contacts }) => {
    await dropContacts(trx, 'overseas_applications', contacts)
    const rows = await trx.selectFrom('overseas_applications').select('id').where('user_id', '=', userId).execute()
    await deleteApplications(
      deps,
      trx,
      rows.map(({ id }) => id),
      'account closed',
    )
  },
}
