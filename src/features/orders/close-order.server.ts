/** Ending an order that is not paid: the buyer gives it up, goes back to change it, or time runs out. */
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { Refusal, type Context } from '../../server/call-handlers.ts'
import { transition, tryTransition } from '../../server/transition.ts'
import { closePayments, hasPayment, settlePayments } from '../cashier/payable-payments.server.ts'
import { actorOf, orderForCaller } from './access.server.ts'
import { voidConsents } from './consent-rows.server.ts'
import type { OrderStatus } from './contract.ts'
import { notifyBuyer } from './order-messages.server.ts'
import { answersOf } from './opened-order.server.ts'
import { planPayableRef } from './plan-payable-ref.server.ts'
import { orderMachine } from './rules.server.ts'
import { recordAct } from './sales-log.server.ts'
import type { OrderTable } from './tables.server.ts'

interface OrderVersion {
  id: string
  version: number
}

async function orderAtVersion(trx: Trx, { id, version }: OrderVersion, from: readonly OrderStatus[], code: string): Promise<OrderTable> {
  await lockFor(trx, `order:${id}`)
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!from.some((status) => status === row.status)) throw new Refusal(code, { state: row.status, version: row.version })
  if (row.version !== version) throw new Refusal('conflict', { version: row.version })
  return row
}

/** Back to the draft. A payment that has begun must end first: its money would have no order to go to. */
export async function reopen(ctx: Context, version: OrderVersion): Promise<OrderTable> {
  const { deps } = ctx
  await orderForCaller(ctx, version.id)
  return deps.write(async (trx) => {
    const row = await orderAtVersion(trx, version, ['awaiting_payment'], 'not_reopenable')
    if (await hasPayment(trx, planPayableRef(row.id))) throw new Refusal('payment_started')
    const next = await transition(trx, {
      machine: orderMachine, id: row.id, to: 'created', version: row.version, by: actorOf(ctx.caller), at: deps.clock(), why: 'reopened',
      set: { submitted_at: null, expires_at: null },
    })
    await recordAct(deps, trx, row.id, { kind: 'reopened' })
    return next
  })
}

/** Gives an order up: a draft is discarded without a word, an application is cancelled and its payment closed. */
export async function cancel(ctx: Context, version: OrderVersion): Promise<OrderTable> {
  const { deps } = ctx
  await orderForCaller(ctx, version.id)
  return deps.write(async (trx) => {
    const row = await orderAtVersion(trx, version, ['created', 'awaiting_payment'], 'not_cancellable')
    const to: OrderStatus = row.status === 'created' ? 'discarded' : 'cancelled'
    const next = await transition(trx, { machine: orderMachine, id: row.id, to, version: row.version, by: actorOf(ctx.caller), at: deps.clock() })
    await recordAct(deps, trx, row.id, { kind: to })
    await voidConsents(deps, trx, row.id, { persons: 'all', why: to })
    if (to === 'cancelled') {
      await closePayments(deps, trx, planPayableRef(row.id))
      await notifyBuyer(deps, trx, next, answersOf(deps, row), 'order_cancelled', {}, ctx.ip)
    }
    return next
  })
}

/** An operator gives an application up that nobody pays for, or discards one that was not sent. A payment that has begun must end first: it may have succeeded. */
export async function cancelByOperator(deps: Deps, id: string, { by, why }: { by: string; why: string }): Promise<void> {
  await settlePayments(deps, planPayableRef(id))
  await deps.write(async (trx) => {
    await lockFor(trx, `order:${id}`)
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (row.status !== 'awaiting_payment' && row.status !== 'created') throw new Refusal('not_cancellable', { state: row.status })
    if (await hasPayment(trx, planPayableRef(id))) throw new Refusal('payment_started')
    const to = row.status === 'created' ? 'discarded' : 'cancelled'
    const next = await transition(trx, { machine: orderMachine, id, to, version: row.version, by, at: deps.clock(), why })
    await recordAct(deps, trx, id, { kind: to })
    await voidConsents(deps, trx, id, { persons: 'all', why: to })
    if (to === 'cancelled') await notifyBuyer(deps, trx, next, answersOf(deps, row), 'order_cancelled')
  })
}

/** Closes an order whose time is up, unless its payment turns out to have succeeded. Runs at least once, harms never. */
export async function expire(deps: Deps, orderId: string): Promise<void> {
  // Asks the gateway, so it stands outside of the transaction; a payment that succeeded books itself there.
  await settlePayments(deps, planPayableRef(orderId))
  await deps.write(async (trx) => {
    await lockFor(trx, `order:${orderId}`)
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
    // Reopened and sent again in the meantime: another job closes it later.
    if (!row || row.expires_at === null || Number(row.expires_at) > deps.clock()) return
    const next = await tryTransition(trx, {
      machine: orderMachine, id: orderId, from: 'awaiting_payment', to: 'expired', version: row.version, by: 'system', at: deps.clock(), why: 'not paid in time',
    })
    if (!next) return
    await recordAct(deps, trx, orderId, { kind: 'expired' })
    await closePayments(deps, trx, planPayableRef(orderId))
    await notifyBuyer(deps, trx, next, answersOf(deps, row), 'order_expired')
  })
}
