/** Settles what nobody told us: open payments, refunds under way, orders that closed or could not be issued. */
import { z } from 'zod'
import { sql, type SqlBool } from 'kysely'
import type { Deps } from '../../server/dependencies.ts'
import { job, type Job, type Recurring } from '../../server/outbox.ts'
import { deleteExpiredPaymentCodes } from './payment-codes.server.ts'
import { deleteOldNonces } from './notifications.server.ts'
import { refreshPayment, closeAtProvider } from './payments.server.ts'
import { processRefund, openRefund, REFUND_JOB } from './refunds.server.ts'
import { QUERY_INTERVALS, OPEN_STATES } from './rules.server.ts'
import type { PaymentTable } from './tables.server.ts'

/** An order that closed unpaid gives its open payments up at the provider. */
export const CLOSE_JOB = 'payment.close'

const RECONCILE_INTERVAL = 30_000
const BATCH = 200
/** A refund that the bank works on is asked after this often, ms. */
const REFUND_QUERY_INTERVAL = 60_000

export async function reconcile(deps: Deps): Promise<{ payments: number; refunds: number }> {
  const payments = await duePayments(deps)
  for (const row of payments) await logFailure(deps, () => reconcilePayment(deps, row))
  const refunds = await deps.db.selectFrom('refunds').select('id')
    .where('status', 'in', ['approved', 'submitted']).where('updated_at', '<=', deps.clock() - REFUND_QUERY_INTERVAL).limit(BATCH).execute()
  for (const { id } of refunds) await logFailure(deps, () => processRefund(deps, id))
  for (const id of await ordersAwaitingRefund(deps)) await logFailure(deps, () => refundFailedOrder(deps, id))
  return { payments: payments.length, refunds: refunds.length }
}

/**
 * Open payments whose time to be asked after has come, those past their end first. The store chooses and counts, so that a round reads
 * a batch whatever is open: `queryInterval` as an SQL condition.
 */
async function duePayments(deps: Deps): Promise<PaymentTable[]> {
  const now = deps.clock()
  const last = sql<number>`coalesce(checked_at, created_at)`
  return deps.db.selectFrom('payments').selectAll().where('status', 'in', OPEN_STATES)
    .where((eb) => eb.or([
      sql<SqlBool>`(expires_at <= ${now} and ${last} < expires_at)`,
      sql<SqlBool>`${last} <= ${now - QUERY_INTERVALS.most}`,
      sql<SqlBool>`(${last} <= ${now - QUERY_INTERVALS.least} and (${now} - ${last}) * ${QUERY_INTERVALS.share} >= ${now} - created_at)`,
    ]))
    .orderBy('expires_at').orderBy('id').limit(BATCH).execute()
}

async function reconcilePayment(deps: Deps, row: PaymentTable): Promise<void> {
  const order = await deps.db.selectFrom('orders').select('status').where('id', '=', row.order_id).executeTakeFirst()
  if (order?.status === 'cancelled' || order?.status === 'expired') await closeAtProvider(deps, row)
  else await refreshPayment(deps, row, 0)
}

/** One that fails must not keep the others from being asked. */
async function logFailure(deps: Deps, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    deps.log.warn({ err: error }, 'reconciling stumbled')
  }
}

async function ordersAwaitingRefund(deps: Deps): Promise<string[]> {
  const rows = await deps.db.selectFrom('orders').select('orders.id').where('orders.status', '=', 'issue_failed')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('refunds').select(sql.lit(1).as('one')).whereRef('refunds.order_id', '=', 'orders.id').where('refunds.reason', '=', 'issue_failed'))))
    .limit(BATCH).execute()
  return rows.map((row) => row.id)
}

/** Opens the refund of an order that could not be issued, once. */
async function refundFailedOrder(deps: Deps, orderId: string): Promise<void> {
  await deps.write(async (trx) => {
    const order = await trx.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
    if (order?.status !== 'issue_failed') return
    const given = await trx.selectFrom('refunds').select('id').where('order_id', '=', orderId).where('reason', '=', 'issue_failed').executeTakeFirst()
    const payments = await trx.selectFrom('payments').selectAll().where('order_id', '=', orderId).where('status', '=', 'succeeded').execute()
    if (given) return
    for (const payment of payments) await openRefund(trx, deps, payment, { reason: 'issue_failed', by: 'system' })
  })
}

async function closePaymentsOfOrder(deps: Deps, orderId: string): Promise<void> {
  const rows = await deps.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).where('status', 'in', OPEN_STATES).execute()
  for (const row of rows) await closeAtProvider(deps, row)
}

const ofOrder = z.object({ orderId: z.string() })

export const jobs: readonly Job[] = [
  job(CLOSE_JOB, ofOrder, (deps, { orderId }) => closePaymentsOfOrder(deps, orderId)),
  job(REFUND_JOB, z.object({ refundId: z.string() }), (deps, { refundId }) => processRefund(deps, refundId)),
]

export const recurring: readonly Recurring[] = [
  { kind: 'payment.reconcile', every: RECONCILE_INTERVAL, run: async (deps) => void (await reconcile(deps)) },
  { kind: 'payment.sweep', every: 3_600_000, run: async (deps) => { await deleteOldNonces(deps); await deleteExpiredPaymentCodes(deps) } },
]
