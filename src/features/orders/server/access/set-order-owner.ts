/** Changes whose an order is, with an event that says who caused it, when and by which occasion. */
import type { Trx } from '../../../../server/db/database.ts'
import { writeEvent } from '../../../../server/transition.ts'
import { orderMachine } from '../order-states.ts'
import type { OrderTable } from '../../tables.ts'

export type OwnerOccasion =
  | 'login'
  | 'opened'
  | 'paid'
  | 'contact given up'
  | 'contact corrected'
  | 'reopened'
  | 'link sent elsewhere'

interface OwnerChange {
  owner: string | null
  /** How the owner came to it; `null` where nobody owns it any more. */
  ownedBy: OrderTable['owned_by']
  occasion: OwnerOccasion
  by: string
  at: number
}

/**
 * Changes the owner, unless somebody else did so first: then `undefined`. The version stays, so that answers being
 * typed are saved as before.
 */
export async function setOwner(
  trx: Trx,
  { id, status, user_id: before }: OrderTable,
  { owner, ownedBy, occasion, by, at }: OwnerChange,
): Promise<OrderTable | undefined> {
  const row = await trx
    .updateTable('orders')
    .set({ user_id: owner, owned_by: ownedBy, owned_at: owner === null ? null : at })
    .where('id', '=', id)
    .where('user_id', before === null ? 'is' : '=', before)
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await writeEvent(trx, {
    entity: orderMachine.entity,
    entity_id: id,
    at,
    by,
    from_status: status,
    to_status: 'owner_changed',
    why: occasion,
    data: { from: before, to: owner, ownedBy },
  })
  return row
}
