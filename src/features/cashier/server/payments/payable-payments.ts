/** What a feature may ask about the payments of its payable. */
import { z } from 'zod'
import type { Trx } from '../../../../server/db/database.ts'
import { defineJob } from '../../../../server/jobs/define-job.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { writeJob } from '../../../../server/jobs/job-rows.ts'
import { payableKey, type PayableRef } from '../payable.ts'
import { refreshPayment } from './payments.ts'
import { OPEN_STATES } from '../payment-states.ts'
import { TRANSFER } from '../transfers/transfer-provider.ts'
import type { PaymentTable } from '../../tables.ts'

/** Gives up the open payments of a payable that was closed unpaid, at the provider. */
export const closeJob = defineJob(
  'payment.close',
  'payments',
  z.union([
    z.object({ kind: z.string(), id: z.string() }),
    // `plan` was the first kind: jobs queued before there were others contain only an order.
    z.object({ orderId: z.string() }).transform(({ orderId }) => ({ kind: 'plan', id: orderId })),
  ]),
)

/** Payments that are started and not settled. */
export const openPayments = ({ db }: Deps, { kind, id }: PayableRef): Promise<PaymentTable[]> =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('status', 'in', OPEN_STATES)
    .execute()

/** Asks the provider about open payments and books the answers. Outside of any transaction. */
export async function settlePayments(deps: Deps, payable: PayableRef): Promise<void> {
  for (const row of await openPayments(deps, payable)) await refreshPayment(deps, row, 0)
}

/** The method of the payment that is under way, if there is one. */
export async function methodUnderWay(trx: Trx, { kind, id }: PayableRef): Promise<string | undefined> {
  const row = await trx
    .selectFrom('payments')
    .select('method')
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where('status', 'in', OPEN_STATES)
    .executeTakeFirst()
  return row?.method
}

/**
 * Has it a started payment, or one that brought money? One by bank transfer is not under way until its money comes: it
 * takes days, anybody with the link begins it, and money that comes too late goes back.
 */
export async function hasPayment(trx: Trx, { kind, id }: PayableRef): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['succeeded', 'error']),
        eb('status', 'in', OPEN_STATES).and('provider', '!=', TRANSFER),
      ]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** Has money for it ever moved, or may it still? Then the books refer to it. */
export async function hasMovedMoney(trx: Trx, { kind, id }: PayableRef): Promise<boolean> {
  const row = await trx
    .selectFrom('payments')
    .select('id')
    .where('payable_kind', '=', kind)
    .where('payable_id', '=', id)
    .where((eb) => eb.or([eb('paid_minor', 'is not', null), eb('status', 'in', OPEN_STATES)]))
    .executeTakeFirst()
  return row !== undefined
}

/** It accepts no money any more: a job of this transaction closes its open payments. */
export const closePayments = (deps: Deps, trx: Trx, ref: PayableRef): Promise<void> =>
  queueClosePayments(trx, ref, deps.clock())

/** The same where no `Outbox` is available; `now` is the caller's clock, ms. */
export const queueClosePayments = (trx: Trx, ref: PayableRef, now: number): Promise<void> =>
  writeJob(trx, closeJob, { kind: ref.kind, id: ref.id }, { now, key: `${closeJob.kind}:${payableKey(ref)}` })

/**
 * Forgets on which devices and in which accounts payments of these payables were begun and ended. The payments
 * themselves are books, and name nobody.
 */
export async function forgetPayers(trx: Trx, payableIds: readonly string[]): Promise<void> {
  if (payableIds.length === 0) return
  const payments = trx.selectFrom('payments').select('id').where('payable_id', 'in', payableIds)
  await trx.deleteFrom('payment_keys').where('payment_id', 'in', payments).execute()
  await trx.updateTable('payments').set({ ended_by: null }).where('payable_id', 'in', payableIds).execute()
  await trx.deleteFrom('payment_codes').where('payable_id', 'in', payableIds).execute()
}
