/** Money that is on its way prevents closing an account. The books are kept, and contain no names. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { forgetPayers } from './payments/payable-payments.ts'
import { eraseRefundAccounts } from './refunds/waiting-refund-accounts.ts'
import { OPEN_STATES } from './payment-states.ts'
import type { ClosurePart } from '../../../server/personal-data/account-closure.ts'

const REFUNDS_UNDER_WAY = ['requested', 'under_review', 'approved', 'submitted', 'failed'] as const

interface Paid {
  payableId: string
  number: string
  path: string
}

/** Everything that the person pays or paid for: orders, tuition, extensions, changes. */
async function payablesOf(db: Deps['db'] | Trx, userId: string): Promise<Paid[]> {
  const orders = await db.selectFrom('orders').select('id').where('user_id', '=', userId).execute()
  const ofPolicies = await Promise.all(
    (['policy_extensions', 'policy_changes'] as const).map((table) =>
      db
        .selectFrom(table)
        .innerJoin('policies', 'policies.id', `${table}.policy_id`)
        .select([`${table}.id as payableId`, 'policies.number', 'policies.id as policy'])
        .where(`${table}.user_id`, '=', userId)
        .execute(),
    ),
  )
  const tuition = await db.selectFrom('education_orders').select('id').where('user_id', '=', userId).execute()
  return [
    ...tuition.map(({ id }) => ({ payableId: id, number: id, path: `/other/tuition/pay?id=${id}` })),
    ...orders.map(({ id }) => ({ payableId: id, number: id, path: `/personal/order?id=${id}` })),
    ...ofPolicies
      .flat()
      .map(({ payableId, number, policy }) => ({ payableId, number, path: `/insurance-policy/details?id=${policy}` })),
  ]
}

export const cashierClosure: ClosurePart = {
  obstacles: async (_deps, db, { userId }) => {
    const paid = new Map((await payablesOf(db, userId)).map((it) => [it.payableId, it]))
    if (paid.size === 0) return []
    const ids = [...paid.keys()]
    const payments = await db
      .selectFrom('payments')
      .select('payable_id')
      .distinct()
      .where('payable_id', 'in', ids)
      .where('status', 'in', [...OPEN_STATES, 'error'])
      .execute()
    const refunds = await db
      .selectFrom('refunds')
      .select('payable_id')
      .distinct()
      .where('payable_id', 'in', ids)
      .where('status', 'in', [...REFUNDS_UNDER_WAY])
      .execute()
    const shown = (kind: 'payment' | 'refund', id: string) => {
      const { number = '', path = '' } = paid.get(id) ?? {}
      return { kind, id, number, until: null, path }
    }
    return [
      ...payments.map((it) => shown('payment', it.payable_id)),
      ...refunds.map((it) => shown('refund', it.payable_id)),
    ]
  },
  erase: async (_deps, trx, { userId }) => {
    await eraseRefundAccounts(trx, userId)
    await trx.deleteFrom('payment_keys').where('requester', '=', `user:${userId}`).execute()
    await trx.updateTable('payments').set({ ended_by: null }).where('ended_by', '=', `user:${userId}`).execute()
    await forgetPayers(
      trx,
      (await payablesOf(trx, userId)).map((it) => it.payableId),
    )
  },
}
