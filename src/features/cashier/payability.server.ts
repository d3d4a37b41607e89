/** Whether an order can be paid now, and until when. */
import type { Money } from '../../lib/money.ts'
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import { payable, payUntil } from '../orders/api.server.ts'
import type { OrderTable } from '../orders/tables.server.ts'
import type { Standing } from './contract.ts'

export async function payabilityOf(db: Trx | Deps['db'], order: OrderTable, now: number): Promise<{ standing: Standing; amount: Money | null }> {
  const answer = payable(order, now)
  if (!answer.ok) return { standing: answer.reason, amount: null }
  const until = payUntil(order)
  if (until !== null && until <= now) return { standing: 'expired', amount: null }
  return { standing: (await hasUnexplainedPayment(db, order.id)) ? 'under_check' : 'payable', amount: answer.amount }
}

/** A payment took a sum that does not fit, and it has not all been given back: nobody should pay on top of it. */
async function hasUnexplainedPayment(db: Trx | Deps['db'], orderId: string): Promise<boolean> {
  const rows = await db.selectFrom('payments').select(['paid_minor', 'refund_minor'])
    .where('order_id', '=', orderId).where('status', '=', 'error').execute()
  return rows.some((row) => Number(row.refund_minor) < Number(row.paid_minor ?? 0))
}
