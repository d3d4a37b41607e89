/** What the sandbox gateway does automatically, after the person has left its page. */
import { handleJob, type Job } from '../../../server/outbox.ts'
import { settleTrade } from './trades.server.ts'
import { attemptDelivery, deliverJob, settleJob } from './deliveries.server.ts'

export const gatewayJobs: readonly Job[] = [
  handleJob(deliverJob, (deps, { id }) => attemptDelivery(deps, id)),
  handleJob(settleJob, (deps, { ref }) => settleTrade(deps, ref)),
]
