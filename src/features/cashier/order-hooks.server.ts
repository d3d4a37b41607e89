/** What ordering asks of payments: connected when this feature is loaded, so that neither imports the other in a circle. */
import { connectPayments } from '../orders/api.server.ts'
import { refreshPayment } from './payments.server.ts'
import { CLOSE_JOB } from './reconcile.server.ts'
import { OPEN_STATES } from './rules.server.ts'

connectPayments({
  settle: async (deps, orderId) => {
    const rows = await deps.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).where('status', 'in', OPEN_STATES).execute()
    for (const row of rows) await refreshPayment(deps, row, 0)
  },
  busy: async (trx, orderId) => {
    const row = await trx.selectFrom('payments').select('id')
      .where('order_id', '=', orderId).where('status', 'in', [...OPEN_STATES, 'succeeded', 'error']).executeTakeFirst()
    return row !== undefined
  },
  moved: async (trx, orderId) => {
    const row = await trx.selectFrom('payments').select('id')
      .where('order_id', '=', orderId).where((eb) => eb.or([eb('paid_minor', 'is not', null), eb('status', 'in', OPEN_STATES)])).executeTakeFirst()
    return row !== undefined
  },
  closed: (deps, trx, orderId) => deps.outbox.enqueue(trx, { kind: CLOSE_JOB, payload: { orderId }, key: `${CLOSE_JOB}:${orderId}` }),
})
