/** What the sandbox gateway does by itself, after the person has left its page. */
import { z } from 'zod'
import { job, type Job } from '../../../server/outbox.ts'
import { settle } from './books.server.ts'
import { attempt, DELIVER, SETTLE } from './deliveries.server.ts'

export const gatewayJobs: readonly Job[] = [
  job(DELIVER, z.object({ id: z.string() }), (deps, { id }) => attempt(deps, id)),
  job(SETTLE, z.object({ ref: z.string() }), (deps, { ref }) => settle(deps, ref)),
]
