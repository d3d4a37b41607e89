/** What the sandbox gateway does automatically, after the person has left its page. */
import { z } from 'zod'
import { job, type Job } from '../../../server/outbox.ts'
import { settleTrade } from './trades.server.ts'
import { attemptDelivery, DELIVER, SETTLE } from './deliveries.server.ts'

export const gatewayJobs: readonly Job[] = [
  job(DELIVER, 'payments', z.object({ id: z.string() }), (deps, { id }) => attemptDelivery(deps, id)),
  job(SETTLE, 'payments', z.object({ ref: z.string() }), (deps, { ref }) => settleTrade(deps, ref)),
]
