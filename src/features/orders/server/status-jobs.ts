/** Jobs of orders that run after a commit. */
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import { handleJob, type Job } from '../../../server/jobs/outbox.ts'
import { writeJob } from '../../../server/jobs/job-rows.ts'
import { expire } from './close-order.ts'
import { notifyBuyer, orderMessages } from './order-messages.ts'
import { answersOf } from './draft/load-open-order.ts'
import { recordAct } from './sales-record/write-sales-log.ts'
import { expireOrderJob, followOrderJob } from './order-jobs.ts'

/**
 * Payments and policies change orders inside transactions of their own, without the key of the sales record, so a job
 * of the same transaction writes the record's entry afterwards.
 */
export const follow = (
  trx: Trx,
  orderId: string,
  kind: string,
  at: number,
  data: Record<string, string> = {},
): Promise<void> => {
  const key = `${followOrderJob.kind}:${orderId}:${kind}`
  return writeJob(trx, followOrderJob, { orderId, kind, at, data }, { now: at, key })
}

const followHandler = handleJob(followOrderJob, (deps, { orderId, kind, at, data }) =>
  deps.write(async (trx) => {
    await lockFor(trx, `order:${orderId}`)
    const row = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
    const known = await trx
      .selectFrom('sales_log')
      .select('seq')
      .where('order_id', '=', orderId)
      .where('kind', '=', kind)
      .executeTakeFirst()
    if (known) return
    await recordAct(deps, trx, orderId, { kind, data, at })
    if (kind === 'issue_failed')
      await notifyBuyer(deps, trx, row, answersOf(deps, row), orderMessages.order_issue_failed, {})
  }),
)

export const orderJobs: readonly Job[] = [
  handleJob(expireOrderJob, (deps, { orderId }) => expire(deps, orderId)),
  followHandler,
]
