/**
 * What follows the payment of a list: each application is credited and issued, or its part is refunded; the list is
 * done when each has its outcome.
 */
import { z } from 'zod'
import type { Trx } from '../../../../server/db/database.ts'
import { lockFor } from '../../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { handleJob, type Recurring } from '../../../../server/jobs/outbox.ts'
import { tryTransition } from '../../../../server/transition.ts'
import { returnByRule } from '../../../cashier/server/door.ts'
import {
  markPaid,
  groupPaymentRef,
  groupPaymentMachine,
  groupPaymentOf,
  lockGroup,
  type GroupPaymentOrderTable,
  type GroupPaymentTable,
} from '../../../orders/server/door.ts'
import { NO_FAILURE, tryAlone } from './failed-applications.ts'
import { groupPaymentMessages, tellSchool } from './group-payment-messages.ts'

export const creditJob = defineJob(
  'group_payment.credit',
  'records',
  z.object({ id: z.string(), round: z.number().int() }),
)

/** Applications per transaction, and transactions per run of the job, which must end well before its lease. */
const BATCH = 25
const BATCHES = 20
/** Most applications handled in one run. */
const AT_ONCE = BATCH * BATCHES
const FOLLOW_EVERY = 30_000

/**
 * Credits the next applications of a paid list, and queues another job if more are left. If a batch fails, each of it
 * is tried separately, so that one that cannot be credited does not stop the others; `followGroups` tries that one
 * again.
 */
async function creditApplications(deps: Deps, { id, round }: { id: string; round: number }): Promise<void> {
  const group = await groupPaymentOf(deps.db, id)
  if (group?.status !== 'paid' || group.payment_id === null) return
  for (let i = 0; i < BATCHES; i++) {
    const rows = await deps.db
      .selectFrom('group_payment_orders')
      .selectAll()
      .where('group_id', '=', id)
      .where('state', '=', 'held')
      .where('retry_at', 'is', null)
      .orderBy('position')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return
    try {
      await deps.write(async (trx) => {
        for (const row of rows) await creditOne(deps, trx, group, row)
      })
    } catch (error) {
      deps.log.warn({ group: id, err: error }, 'a batch of a group payment failed, each is tried alone')
      for (const row of rows) await tryAlone(deps, row, (trx) => creditOne(deps, trx, group, row))
    }
  }
  await deps.write((trx) =>
    deps.outbox.enqueue(trx, creditJob, { id, round: round + 1 }, { key: `${creditJob.kind}:${id}:${round + 1}` }),
  )
}

/** Takes effect once for each application: a second call finds it credited. */
async function creditOne(
  deps: Deps,
  trx: Trx,
  group: GroupPaymentTable,
  { order_id: orderId }: GroupPaymentOrderTable,
): Promise<void> {
  await lockFor(trx, `order:${orderId}`)
  if (!(await moveListed(trx, { group_id: group.id, order_id: orderId }, 'held', 'credited', deps.clock()))) return
  const outcome = await markPaid(trx, {
    orderId,
    paymentId: group.payment_id ?? '',
    at: deps.clock(),
    boughtAt: Number(group.paid_at),
    group: group.id,
  })
  if (outcome !== 'paid')
    await returnPart(deps, trx, group, orderId, 'left_list', 'the application took no money any more')
}

async function moveListed(
  trx: Trx,
  { group_id: group, order_id: order }: Pick<GroupPaymentOrderTable, 'group_id' | 'order_id'>,
  from: GroupPaymentOrderTable['state'],
  state: GroupPaymentOrderTable['state'],
  at: number,
): Promise<boolean> {
  const done = await trx
    .updateTable('group_payment_orders')
    .set({ state, updated_at: at, ...NO_FAILURE })
    .where('group_id', '=', group)
    .where('order_id', '=', order)
    .where('state', '=', from)
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

/** Refunds one application's part to the school, once, and nothing else of the payment. */
async function returnPart(
  deps: Deps,
  trx: Trx,
  group: GroupPaymentTable,
  orderId: string,
  reason: 'issue_failed' | 'left_list',
  why: string,
): Promise<void> {
  if (!(await moveListed(trx, { group_id: group.id, order_id: orderId }, 'credited', 'returned', deps.clock()))) return
  const { amount_minor: sum } = await trx
    .selectFrom('group_payment_orders')
    .select('amount_minor')
    .where('group_id', '=', group.id)
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const amount = sum
  if (reason === 'left_list')
    await trx
      .updateTable('orders')
      .set({ group_payment: null })
      .where('id', '=', orderId)
      .where('status', '=', 'awaiting_payment')
      .execute()
  await returnByRule(trx, deps, {
    subject: `order:${orderId}`,
    payables: [groupPaymentRef(group.id)],
    payments: [group.payment_id ?? ''],
    amount,
    reason,
    lines: [{ id: reason, amount }],
    by: 'system',
    why,
  })
}

/** Tries applications again that could not be credited before. */
async function creditAgain(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('group_payment_orders')
    .selectAll()
    .where('state', '=', 'held')
    .where('retry_at', '<=', deps.clock())
    .orderBy('retry_at')
    .limit(AT_ONCE)
    .execute()
  for (const row of due) {
    await tryAlone(deps, row, async (trx) => {
      const group = await groupPaymentOf(trx, row.group_id)
      if (group?.status === 'paid') await creditOne(deps, trx, group, row)
    })
  }
}

/** Refunds the parts of applications on paid lists whose policy could not be issued. */
async function returnUndelivered(deps: Deps): Promise<void> {
  const failed = await deps.db
    .selectFrom('group_payment_orders')
    .innerJoin('orders', 'orders.id', 'group_payment_orders.order_id')
    .selectAll('group_payment_orders')
    .where('orders.status', '=', 'issue_failed')
    .where('orders.group_payment', 'is not', null)
    .where('group_payment_orders.state', '=', 'credited')
    .where((eb) =>
      eb.or([eb('group_payment_orders.retry_at', 'is', null), eb('group_payment_orders.retry_at', '<=', deps.clock())]),
    )
    .limit(AT_ONCE)
    .execute()
  for (const row of failed) {
    await tryAlone(deps, row, async (trx) => {
      const group = await groupPaymentOf(trx, row.group_id)
      if (group) await returnPart(deps, trx, group, row.order_id, 'issue_failed', 'the policy could not be issued')
    })
  }
}

/** Finishes lists in which no application is open any more. */
async function finishLists(deps: Deps): Promise<void> {
  const paid = await deps.db.selectFrom('group_payments').selectAll().where('status', '=', 'paid').execute()
  for (const { id } of paid) {
    const open = await deps.db
      .selectFrom('group_payment_orders')
      .leftJoin('orders', 'orders.id', 'group_payment_orders.order_id')
      .select('group_payment_orders.order_id')
      .where('group_payment_orders.group_id', '=', id)
      .where('group_payment_orders.state', 'in', ['held', 'credited'])
      .where((eb) =>
        eb.or([
          eb('group_payment_orders.state', '=', 'held'),
          eb('orders.status', 'in', ['awaiting_payment', 'paid', 'issuing', 'issue_failed']),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    if (open) continue
    await deps.write(async (trx) => {
      await lockGroup(trx, id)
      const done = await tryTransition(trx, {
        machine: groupPaymentMachine,
        id,
        from: 'paid',
        to: 'done',
        by: 'system',
        at: deps.clock(),
      })
      if (done) await tellSchool(deps, trx, done, groupPaymentMessages.group_payment_done)
    })
  }
}

export const creditHandler = handleJob(creditJob, creditApplications)

export const followGroups: Recurring = {
  kind: 'group_payment.follow',
  lane: 'sweeps',
  every: FOLLOW_EVERY,
  run: async (deps) => {
    await creditAgain(deps)
    await returnUndelivered(deps)
    await finishLists(deps)
  },
}
