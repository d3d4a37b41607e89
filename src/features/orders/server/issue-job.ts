/** The job that issues the policies of a paid order; apart from what it does, because orders queue it. */
import { z } from 'zod'
import { defineJob } from '../../../server/jobs/define-job.ts'

/** Attempts before the money is refunded: 5, 10, 20 and 40 seconds apart (design §6.12: within a minute of payment). */
export const ISSUE_ATTEMPTS = 5

export const issueJob = defineJob('policy.issue', 'records', z.object({ orderId: z.string() }), ISSUE_ATTEMPTS + 1)
