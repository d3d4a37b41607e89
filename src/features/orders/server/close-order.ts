/** Ends an order that is not paid: the buyer gives it up, goes back to change it, or its time runs out. */
import { dayOf } from '../../../lib/days/dates.ts'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { Refusal, type Context } from '../../../server/http/call-handlers.ts'
import { transition, tryTransition } from '../../../server/transition.ts'
import { closePayments, hasPayment, settlePayments } from '../../cashier/server/door.ts'
import { leaveGroup } from './group/hold-applications.ts'
import { actorOf, orderForCaller, ownsByAddress, searchMacs } from './access/order-access.ts'
import { voidConsents } from './consent/student-consent-rows.ts'
import type { OrderStatus } from '../contract.ts'
import { notifyBuyer, notifyClosed, orderMessages } from './order-messages.ts'
import { ANSWERS, answersOf } from './draft/load-open-order.ts'
import { sealInsured } from './people/insured-names.ts'
import { campaignView } from './draft/campaign-fixed-fields.ts'
import { langOf, reviewOfReopened } from './order-columns.ts'
import { planPayableRef } from './payable-refs.ts'
import { expireOrderJob } from './order-jobs.ts'
import { PAY_MARGIN_MS } from './when-payable.ts'
import { orderMachine } from './order-states.ts'
import { recordAct, requireRecordSpace } from './sales-record/write-sales-log.ts'
import { setOwner } from './access/set-order-owner.ts'
import { withoutSensitive } from '../rules/sensitive-data.ts'
import type { OrderTable } from '../tables.ts'
import { schoolsOf } from './draft/schools.ts'

interface OrderVersion {
  id: string
  version: number
}

async function orderAtVersion(
  trx: Trx,
  { id, version }: OrderVersion,
  from: readonly OrderStatus[],
  code: string,
): Promise<OrderTable> {
  await lockFor(trx, `order:${id}`)
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!from.some((status) => status === row.status))
    throw new Refusal(code, { state: row.status, version: row.version })
  if (row.version !== version) throw new Refusal('conflict', { version: row.version })
  return row
}

/**
 * Turns the order back into a draft. A payment that has begun must end first: its money would have no order to go to.
 * The draft shows whole numbers of IDs, so whoever owns the order by a typed address can neither reopen it nor open
 * what its device reopened.
 */
export async function reopen(ctx: Context, version: OrderVersion): Promise<OrderTable> {
  const { deps } = ctx
  await orderForCaller(ctx, version.id)
  return deps.write(async (trx) => {
    const row = await orderAtVersion(trx, version, ['awaiting_payment'], 'not_reopenable')
    if (ownsByAddress(ctx, row)) throw new Refusal('reopen_elsewhere')
    await requireRecordSpace(trx, row.id)
    if (await hasPayment(trx, planPayableRef(row.id))) throw new Refusal('payment_started')
    if (
      (await leaveGroup(trx, row, {
        reason: 'reopened',
        at: deps.clock(),
        by: actorOf(ctx.caller),
        unlessBeingPaid: true,
      })) !== 'left'
    )
      throw new Refusal('school_paying')
    const next = await transition(trx, {
      machine: orderMachine,
      id: row.id,
      to: 'created',
      version: row.version,
      by: actorOf(ctx.caller),
      at: deps.clock(),
      why: 'reopened',
      set: { submitted_at: null, expires_at: null, review: reviewOfReopened(row) },
    })
    await recordAct(deps, trx, row.id, { kind: 'reopened' })
    if (row.owned_by !== 'address') return next
    return (
      (await setOwner(trx, next, {
        owner: null,
        ownedBy: null,
        occasion: 'reopened',
        by: actorOf(ctx.caller),
        at: deps.clock(),
      })) ?? next
    )
  })
}

/**
 * Gives an order up: a draft is discarded without a message; an application, even under review, is cancelled and its
 * payment closed.
 */
export async function cancel(ctx: Context, version: OrderVersion): Promise<OrderTable> {
  const { deps } = ctx
  await orderForCaller(ctx, version.id)
  return deps.write(async (trx) => {
    const row = await orderAtVersion(trx, version, ['created', 'under_review', 'awaiting_payment'], 'not_cancellable')
    const to: OrderStatus = row.status === 'created' ? 'discarded' : 'cancelled'
    if ((await leaveGroup(trx, row, { reason: 'withdrawn', at: deps.clock(), by: actorOf(ctx.caller) })) === 'paid')
      throw new Refusal('not_cancellable', { state: 'paid', version: row.version })
    const next = await transition(trx, {
      machine: orderMachine,
      id: row.id,
      to,
      version: row.version,
      by: actorOf(ctx.caller),
      at: deps.clock(),
    })
    await recordAct(deps, trx, row.id, { kind: to })
    await voidConsents(deps, trx, row.id, { persons: 'all', why: to })
    if (to === 'cancelled') {
      await closePayments(deps, trx, planPayableRef(row.id))
      const school = campaignView(deps, row, langOf(row))
      if (school?.payer === 'school')
        await notifyBuyer(
          deps,
          trx,
          next,
          answersOf(deps, row),
          orderMessages.order_cancelled_school,
          { school: school.name },
          ctx.ip,
        )
      else await notifyClosed(deps, trx, next, answersOf(deps, row), 'cancelled', ctx.ip)
    }
    return next
  })
}

interface Closing {
  by: string
  why: string
}

/**
 * An operator gives up an application that will not be paid, or discards a draft. A payment that has begun must end
 * first: it may have succeeded.
 */
export async function cancelByOperator(deps: Deps, id: string, closing: Closing): Promise<void> {
  await settlePayments(deps, planPayableRef(id))
  await deps.write(async (trx) => {
    const row = await closeUnpaid(deps, trx, id, { ...closing, from: ['created', 'awaiting_payment'] })
    if (row.status === 'cancelled')
      await notifyBuyer(deps, trx, row, answersOf(deps, row), orderMessages.order_cancelled, {})
  })
}

/**
 * The buyer withdrew the consent to sensitive data after sending: the application ends, even during the health review,
 * and what the consent allowed us to store is deleted from it. The sales record is kept, as the law demands.
 */
export async function endWithoutConsent(deps: Deps, id: string, closing: Closing): Promise<void> {
  await settlePayments(deps, planPayableRef(id))
  await deps.write(async (trx) => {
    const row = await closeUnpaid(deps, trx, id, { ...closing, from: ['created', 'under_review', 'awaiting_payment'] })
    const answers = answersOf(deps, row)
    const left = withoutSensitive(answers, dayOf(deps.clock()))
    await trx
      .updateTable('orders')
      .set({
        answers: deps.seal.seal(ANSWERS, left),
        insured_name: sealInsured(deps, left),
        review: null,
        ...searchMacs(deps, left),
      })
      .where('id', '=', id)
      .execute()
    await recordAct(deps, trx, id, { kind: 'sensitive_withdrawn' })
    if (row.status === 'cancelled')
      await notifyBuyer(deps, trx, row, answers, orderMessages.order_consent_withdrawn, {})
  })
}

async function closeUnpaid(
  deps: Deps,
  trx: Trx,
  id: string,
  { by, why, from }: Closing & { from: readonly OrderStatus[] },
): Promise<OrderTable> {
  await lockFor(trx, `order:${id}`)
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!from.some((status) => status === row.status)) throw new Refusal('not_cancellable', { state: row.status })
  if (await hasPayment(trx, planPayableRef(id))) throw new Refusal('payment_started')
  const reason = by.startsWith('user:') ? 'withdrawn' : 'released'
  if ((await leaveGroup(trx, row, { reason, at: deps.clock(), by, unlessBeingPaid: true })) !== 'left')
    throw new Refusal('payment_started')
  const to = row.status === 'created' ? 'discarded' : 'cancelled'
  const next = await transition(trx, { machine: orderMachine, id, to, version: row.version, by, at: deps.clock(), why })
  await recordAct(deps, trx, id, { kind: to })
  await voidConsents(deps, trx, id, { persons: 'all', why: to })
  return next
}

/**
 * Closes an order whose time to pay is up, unless its payment turns out to have succeeded; while one is still under
 * way, only after the margin. Safe to run more than once.
 */
export async function expire(deps: Deps, orderId: string): Promise<void> {
  // Calls the gateway, so it runs outside of the transaction; a payment that succeeded is booked there.
  await settlePayments(deps, planPayableRef(orderId))
  const held = await deps.db
    .selectFrom('orders')
    .select(['group_payment', 'expires_at'])
    .where('id', '=', orderId)
    .where('status', '=', 'awaiting_payment')
    .executeTakeFirst()
  if (held?.group_payment && Number(held.expires_at) <= deps.clock())
    await schoolsOf(deps).expireGroup(deps, held.group_payment)
  await deps.write(async (trx) => {
    await lockFor(trx, `order:${orderId}`)
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
    // Reopened and sent again in the meantime: another job closes it later.
    const closes = row?.expires_at ?? 0
    if (!row || row.expires_at === null || closes - PAY_MARGIN_MS > deps.clock()) return
    if (closes > deps.clock() && (row.group_payment !== null || (await hasPayment(trx, planPayableRef(orderId))))) {
      const key = `${expireOrderJob.kind}:${orderId}:${closes}:late`
      return deps.outbox.enqueue(trx, expireOrderJob, { orderId }, { key, runAt: closes })
    }
    // Its group payment arrived in time, and the order is about to be credited.
    if ((await leaveGroup(trx, row, { reason: 'expired', at: deps.clock(), by: 'system' })) === 'paid') return
    const next = await tryTransition(trx, {
      machine: orderMachine,
      id: orderId,
      from: 'awaiting_payment',
      to: 'expired',
      version: row.version,
      by: 'system',
      at: deps.clock(),
      why: 'not paid in time',
    })
    if (!next) return
    await recordAct(deps, trx, orderId, { kind: 'expired' })
    await closePayments(deps, trx, planPayableRef(orderId))
    await notifyClosed(deps, trx, next, answersOf(deps, row), 'expired')
  })
}
