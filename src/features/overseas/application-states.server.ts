/** Rules of applications to overseas insurers: their states, their numbers and deadlines. Pure except for the random part of a number. */
import { z } from 'zod'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { machine, type Graph } from '../../server/transition.ts'
import type { ApplicationStatus } from './contract.ts'

const graph: Graph<ApplicationStatus> = {
  submitted: ['referred', 'declined', 'withdrawn'],
  referred: ['insured', 'declined', 'withdrawn'],
  insured: [], declined: [], withdrawn: [],
}
export const applicationMachine = machine({ entity: 'overseas_application', table: 'overseas_applications', graph })

/** States in which an application waits for us or for the insurer. */
export const OPEN = ['submitted', 'referred'] as const satisfies readonly ApplicationStatus[]

/** The sealed data of an application. */
export const applicationFacts = z.object({
  name: z.string(), birthDate: z.string(), nationality: z.string(), institution: z.string(), country: z.string(), start: z.string(), end: z.string(), contact: z.string(), message: z.string(),
})
export type ApplicationFacts = z.output<typeof applicationFacts>

export const DAY_MS = 86_400_000

/** Deadline for us to pass it on, ms. */
export const referBy = (submittedAt: number): number => submittedAt + LIMITS.overseasReferDays * DAY_MS
/** When we ask an insurer that has not answered, ms. */
export const insurerReminderAt = (referredAt: number): number => referredAt + LIMITS.overseasAskDays * DAY_MS
/** Most applications of one device or login within a day. */
export const MOST_A_DAY = 10
