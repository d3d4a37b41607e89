/** How the sandbox gateway notifies its merchant: signed notifications, sent again until they are acknowledged. */
import { z } from 'zod'
import type { Trx } from '../../../../server/db/database.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { newId } from '../../../../server/new-id.ts'
import { sign } from '../providers/gateway-message-hmac.ts'
import { gatewayKey } from './sandbox-provider.ts'
import type { Delivery, GatewayEvent } from './protocol.ts'
import type { GatewayTradeTable } from './tables.ts'
import { gatewayConnection } from './gateway-connection.ts'

export const settleJob = defineJob('gateway.settle', 'payments', z.object({ ref: z.string() }))
export const deliverJob = defineJob('gateway.deliver', 'payments', z.object({ id: z.string() }))

/** Time between two copies, and between two events that are sent in the wrong order, ms. */
const DELIVERY_GAP = 2_000

type EventSubject = Pick<GatewayEvent, 'trade' | 'refund'>

/** Plans the deliveries of one event as the person chose them. */
export async function scheduleDeliveries(
  deps: Deps,
  trx: Trx,
  trade: GatewayTradeTable,
  said: EventSubject,
  how: Delivery,
): Promise<void> {
  const now = deps.clock()
  const event: GatewayEvent = { id: newId(), at: now, ...said }
  const send = (it: GatewayEvent, dueAt: number) => scheduleDelivery(deps, trx, trade, it, dueAt)
  if (how === 'never') return
  await send(event, now)
  if (how === 'twice') await send(event, now + DELIVERY_GAP)
  // The event of the trade's opening arrives after the event of its end.
  if (how === 'disorder' && said.trade) {
    await send(
      { id: newId(), at: trade.created_at, trade: { ...said.trade, state: 'processing', paidAt: null } },
      now + DELIVERY_GAP,
    )
  }
}

async function scheduleDelivery(
  deps: Deps,
  trx: Trx,
  trade: GatewayTradeTable,
  event: GatewayEvent,
  dueAt: number,
): Promise<void> {
  const id = newId()
  await trx
    .insertInto('gateway_deliveries')
    .values({
      id,
      event_id: event.id,
      trade_ref: trade.ref,
      body: JSON.stringify(event),
      due_at: dueAt,
      attempts: 0,
      last_status: null,
      delivered_at: null,
    })
    .execute()
  await deps.outbox.enqueue(trx, deliverJob, { id }, { key: `${deliverJob.kind}:${id}`, runAt: dueAt })
}

class NotAcknowledged extends Error {
  override name = 'NotAcknowledged'
}

/** Sends one delivery; fails, so that the outbox tries again later, until it is acknowledged. */
export async function attemptDelivery(deps: Deps, id: string): Promise<void> {
  const row = await deps.db.selectFrom('gateway_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (row.delivered_at !== null) return
  const trade = await deps.db
    .selectFrom('gateway_trades')
    .select('notify_path')
    .where('ref', '=', row.trade_ref)
    .executeTakeFirstOrThrow()
  const body = Buffer.from(row.body)
  const reply = await gatewayConnection(deps)(
    trade.notify_path,
    body,
    sign(gatewayKey(deps), 'gateway', body, deps.clock()),
  )
  const taken = reply.status === 200 && reply.body.toString() === 'success'
  await deps.write((trx) =>
    trx
      .updateTable('gateway_deliveries')
      .set({ attempts: row.attempts + 1, last_status: reply.status, delivered_at: taken ? deps.clock() : null })
      .where('id', '=', id)
      .execute(),
  )
  if (!taken) throw new NotAcknowledged()
}
