/**
 * Jobs as they are queued: a kind, its lane and what its payload holds. Whoever queues a job imports its declaration,
 * so a payload that its handler cannot read does not compile. `handleJob` of `outbox.ts` says what it does; apart from
 * it, because whoever queues a job needs nothing of that (decision 0125).
 */
import type { z } from 'zod'
import type { Lane } from './job-lanes.ts'

export interface JobDeclaration<S extends z.core.$ZodType = z.core.$ZodType> {
  /** Stored in the rows of jobs, so it is never renamed. */
  kind: string
  /** What it needs while it runs: jobs of other lanes do not wait for it. */
  lane: Lane
  payload: S
  /** Attempts before it is given up; `MAX_ATTEMPTS` of `outbox.ts` when not given. */
  maxAttempts?: number
}

/** Declares a job. Its payload is stored as JSON and parsed by the schema before it runs. */
export const defineJob = <S extends z.core.$ZodType>(
  kind: string,
  lane: Lane,
  payload: S,
  maxAttempts?: number,
): JobDeclaration<S> => ({ kind, lane, payload, ...(maxAttempts ? { maxAttempts } : {}) })

/** What is queued: as the schema gives it, which it reads again. Forms that only earlier versions wrote do not fit. */
export type PayloadOf<S extends z.core.$ZodType> = z.input<S> & z.output<S>

/** When a queued job runs. */
export interface JobOptions {
  /** A second job with this key is not accepted. */
  key?: string
  /** Instant, ms; now when not given. */
  runAt?: number
  /** What it depends on and others do not: where this fails again and again, its jobs wait (`job-endpoints.ts`). */
  endpoint?: string
}
