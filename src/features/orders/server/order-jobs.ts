/** Jobs of orders as they are queued; what they do: `status-jobs.ts`. */
import { z } from 'zod'
import { defineJob } from '../../../server/jobs/define-job.ts'

export const expireOrderJob = defineJob('order.expire', 'deadlines', z.object({ orderId: z.string() }))

export const followOrderJob = defineJob(
  'order.follow',
  'records',
  z.object({
    orderId: z.string(),
    kind: z.string(),
    at: z.number().int(),
    data: z.record(z.string(), z.json()),
  }),
)
