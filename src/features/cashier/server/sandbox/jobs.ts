/** What the sandbox gateway does automatically, after the person has left its page. */
import { handleJob, type Job } from '../../../../server/jobs/outbox.ts'
import { settleTrade } from './trades.ts'
import { attemptDelivery, deliverJob, settleJob } from './deliveries.ts'

export const gatewayJobs: readonly Job[] = [
  handleJob(deliverJob, (deps, { id }) => attemptDelivery(deps, id)),
  handleJob(settleJob, (deps, { ref }) => settleTrade(deps, ref)),
]
