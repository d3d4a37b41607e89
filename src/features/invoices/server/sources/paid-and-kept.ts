/** What was paid for a payable and not refunded, and whether that may still change. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'

const UNDER_WAY = ['requested', 'under_review', 'approved', 'submitted']

export async function paidAndKept(
  db: Deps['db'] | Trx,
  payments: readonly { id: string; paid_minor: number | null }[],
): Promise<{ kept: number; refundUnderWay: boolean }> {
  const paid = payments.reduce((sum, it) => sum + (it.paid_minor ?? 0), 0)
  if (payments.length === 0) return { kept: paid, refundUnderWay: false }
  const refunds = await db
    .selectFrom('refunds')
    .select(['status', 'amount_minor'])
    .where(
      'payment_id',
      'in',
      payments.map((it) => it.id),
    )
    .execute()
  const returned = refunds.filter((it) => it.status === 'succeeded').reduce((sum, it) => sum + it.amount_minor, 0)
  return { kept: paid - returned, refundUnderWay: refunds.some((it) => UNDER_WAY.includes(it.status)) }
}
