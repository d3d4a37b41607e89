/** A claim as a row of a list, and the call that lists them. */
import { z } from 'zod'
import { call } from '../../lib/contract.ts'
import { clockSchema } from './promise-clock-schema.ts'
import { CLAIM_TYPES } from './document-kinds.ts'
import { claimId, day, instant, moneySchema } from './claim-value-schemas.ts'
import { CLAIM_STATUSES, CLAIM_STEPS, OUTCOMES, type ClaimStatus } from './status-values.ts'

export const claimRow = z.object({
  id: claimId,
  /** `null` for a draft. */
  caseNumber: z.string().nullable(),
  status: z.enum(CLAIM_STATUSES),
  type: z.enum(CLAIM_TYPES).nullable(),
  /** What happened, in the claimant's words, shortened; for lists. */
  title: z.string(),
  insured: z.string(),
  policyNumber: z.string(),
  planName: z.string(),
  incidentDay: day.nullable(),
  /** Number of things asked of the person now: open items of requests, a bank account to which a payment failed. */
  needs: z.number().int(),
  /** Due day of these, Shanghai. */
  needsBy: day.nullable(),
  clock: clockSchema.nullable(),
  /** The amount claimed: the sum of the invoices, one for each currency. */
  claimed: z.array(moneySchema),
  outcome: z.enum(OUTCOMES).nullable(),
  /** What the decision pays to the person, in the policy's currency. */
  paid: moneySchema.nullable(),
  /** The insurer's layout of the result: `pingan` leads to `detail_complete_pingan`. */
  insurer: z.string(),
  /** Draft: the step to continue with, and when it lapses. */
  step: z.enum(CLAIM_STEPS).nullable(),
  lapsesAt: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  submittedAt: instant.nullable(),
  decidedAt: instant.nullable(),
})
export type ClaimRow = z.output<typeof claimRow>

/** In these statuses a claim waits for its person: for requested documents, a corrected account, or a draft to be sent. */
export const WAITING_STATUSES = [
  'supplement_required',
  'payment_failed',
  'draft',
] as const satisfies readonly ClaimStatus[]

/**
 * The caller's claims, newest change first, without deleted drafts. `waiting`: only those that wait for the caller.
 * `before` is the end of the previous page: change and id of its last claim.
 */
export const listClaims = call({
  path: 'claim/list',
  access: 'login',
  input: z.object({
    before: z.object({ at: instant, id: claimId }).optional(),
    waiting: z.boolean().default(false),
    limit: z.number().int().min(1).max(50).default(20),
  }),
  output: z.object({
    claims: z.array(claimRow),
    /** Over all pages, by group. */
    counts: z.object({
      draft: z.number().int(),
      open: z.number().int(),
      closed: z.number().int(),
      waiting: z.number().int(),
    }),
    more: z.boolean(),
  }),
})
