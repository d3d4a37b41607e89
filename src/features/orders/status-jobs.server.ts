/** Jobs of orders that run after a commit. */
import { z } from 'zod'
import type { Trx } from '../../server/db/database.ts'
import { lockFor } from '../../server/db/transaction-lock.ts'
import type { Deps } from '../../server/dependencies.ts'
import { job, type Job } from '../../server/outbox.ts'
import { writeJob } from '../../server/job-rows.ts'
import { expire } from './close-order.server.ts'
import { notifyBuyer } from './order-messages.server.ts'
import { answersOf } from './load-open-order.server.ts'
import { recordAct } from './write-sales-log.server.ts'
import { EXPIRE_JOB } from './when-payable.server.ts'

const FOLLOW_JOB = 'order.follow'
const Follow = z.object({
  orderId: z.string(),
  kind: z.string(),
  at: z.number().int(),
  data: z.record(z.string(), z.json()),
})

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
): Promise<void> =>
  writeJob(trx, { kind: FOLLOW_JOB, payload: { orderId, kind, at, data }, key: `${FOLLOW_JOB}:${orderId}:${kind}` }, at)

async function applyStatusChange(deps: Deps, { orderId, kind, at, data }: z.output<typeof Follow>): Promise<void> {
  await deps.write(async (trx) => {
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
    if (kind === 'issue_failed') await notifyBuyer(deps, trx, row, answersOf(deps, row), 'order_issue_failed')
  })
}

export const orderJobs: readonly Job[] = [
  job(EXPIRE_JOB, 'deadlines', z.object({ orderId: z.string() }), (deps, { orderId }) => expire(deps, orderId)),
  job(FOLLOW_JOB, 'records', Follow, applyStatusChange),
]
