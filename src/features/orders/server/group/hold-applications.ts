/**
 * Which list holds an application: `orders.group_payment` names it. Adding and removing happens under the locks of
 * application and list, in this order, so that of a single payment and a group payment only one succeeds.
 */
import type { Trx } from '../../../../server/db/database.ts'
import { lockRow } from '../../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { tryTransition } from '../../../../server/transition.ts'
import { queueClosePayments, OPEN_STATES, TRANSFER } from '../../../cashier/server/door.ts'
import { GROUP, groupPaymentRef } from '../payable-refs.ts'
import { groupPaymentMachine, isPaidGroup, type LeavingReason } from './group-payment-states.ts'
import type { GroupPaymentTable } from './group-payment-tables.ts'

type Db = Trx | Deps['db']

export const lockGroup = (trx: Trx, id: string): Promise<void> => lockRow(trx, 'group_payments', id)

export const groupPaymentOf = (db: Db, id: string): Promise<GroupPaymentTable | undefined> =>
  db.selectFrom('group_payments').selectAll().where('id', '=', id).executeTakeFirst()

/** How many applications the list holds, and the sum of their premiums, minor units. */
export async function heldSum(db: Db, id: string): Promise<{ students: number; amount: number }> {
  const row = await db
    .selectFrom('group_payment_orders')
    .select((eb) => [eb.fn.countAll().as('students'), eb.fn.sum('amount_minor').as('amount')])
    .where('group_id', '=', id)
    .where('state', '=', 'held')
    .executeTakeFirstOrThrow()
  return { students: Number(row.students), amount: Number(row.amount ?? 0) }
}

/**
 * A payment of the list is in progress: its amount is fixed. Not one by bank transfer, which may be begun for nothing
 * and lasts for weeks: the part of who leaves goes back when its money comes.
 */
async function isBeingPaid(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('payable_kind', '=', GROUP)
    .where('payable_id', '=', id)
    .where('status', 'in', OPEN_STATES)
    .where('provider', '!=', TRANSFER)
    .executeTakeFirst()
  return row !== undefined
}

interface Leaving {
  reason: LeavingReason
  at: number
  by: string
  /** Not while a payment of the list is in progress. */
  unlessBeingPaid?: boolean
}

/**
 * Removes an application from the list that holds it, if any, in the transaction that changes the application. `paid`:
 * the school has paid, and it stays · `being_paid`: see `unlessBeingPaid`. The part of one that leaves after a payment
 * was begun is refunded when the money arrives.
 */
export async function leaveGroup(
  trx: Trx,
  { id, group_payment: group }: { id: string; group_payment: string | null },
  { reason, at, by, unlessBeingPaid = false }: Leaving,
): Promise<'left' | 'paid' | 'being_paid'> {
  if (group === null) return 'left'
  await lockGroup(trx, group)
  const row = await groupPaymentOf(trx, group)
  if (isPaidGroup(row?.status)) return 'paid'
  if (unlessBeingPaid && (await isBeingPaid(trx, group))) return 'being_paid'
  await trx
    .updateTable('group_payment_orders')
    .set({ state: 'left', reason, updated_at: at })
    .where('group_id', '=', group)
    .where('order_id', '=', id)
    .where('state', '=', 'held')
    .execute()
  await trx
    .updateTable('orders')
    .set({ group_payment: null })
    .where('id', '=', id)
    .where('group_payment', '=', group)
    .execute()
  if (row?.status === 'open' && (await heldSum(trx, group)).students === 0) {
    await tryTransition(trx, {
      machine: groupPaymentMachine,
      id: group,
      from: 'open',
      to: 'cancelled',
      by,
      at,
      why: 'nobody is left on the list',
    })
    // A payment in progress is closed at its provider: nobody should pay for an empty list.
    await queueClosePayments(trx, groupPaymentRef(group), at)
  }
  return 'left'
}

/** Releases all applications of a list that accepts no money any more. The caller holds its lock. */
export async function freeAll(trx: Trx, id: string, reason: LeavingReason, at: number): Promise<void> {
  await trx.updateTable('orders').set({ group_payment: null }).where('group_payment', '=', id).execute()
  await trx
    .updateTable('group_payment_orders')
    .set({ state: 'left', reason, updated_at: at })
    .where('group_id', '=', id)
    .where('state', '=', 'held')
    .execute()
}
