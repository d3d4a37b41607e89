/** Jobs that store a claim's documents as evidence; apart from what they do, because whoever queues them draws nothing. */
import { z } from 'zod'
import { defineJob } from '../../../../server/jobs/define-job.ts'

/** The PDF of what was sent (`claim-form-file.ts`). */
export const formJob = defineJob('claim.form', 'records', z.object({ claim: z.string() }))

/** The letter of a decision (`decision-letter-file.ts`). */
export const letterJob = defineJob('claim.letter', 'records', z.object({ decision: z.string() }))
