/** A claim as a row of a list, and the call that lists them. */
import { z } from 'zod/mini'
import { call } from '../../../lib/contract.ts'
import { clockSchema } from './promise-clock-schema.ts'
import { CLAIM_TYPES } from './document-kinds.ts'
import { moneySchema } from '../../../lib/money/money-schema.ts'
import { claimId, day, instant } from './claim-value-schemas.ts'
import { CLAIM_STATUSES, CLAIM_STEPS, OUTCOMES, type ClaimStatus } from './status-values.ts'

export const claimRow = z.object({
  id: claimId,
  /** `null` for a draft. */
  caseNumber: z.nullable(z.string()),
  status: z.enum(CLAIM_STATUSES),
  type: z.nullable(z.enum(CLAIM_TYPES)),
  /** What happened, in the claimant's words, shortened; for lists. */
  title: z.string(),
  insured: z.string(),
  policyNumber: z.string(),
  planName: z.string(),
  incidentDay: z.nullable(day),
  /** Number of things asked of the person now: open items of requests, a bank account to which a payment failed. */
  needs: z.int(),
  /** Due day of these, Shanghai. */
  needsBy: z.nullable(day),
  clock: z.nullable(clockSchema),
  /** The amount claimed: the sum of the invoices, one for each currency. */
  claimed: z.array(moneySchema),
  outcome: z.nullable(z.enum(OUTCOMES)),
  /** What the decision pays to the person, in the policy's currency. */
  paid: z.nullable(moneySchema),
  /** The insurer's layout of the result: `pingan` leads to `detail_complete_pingan`. */
  insurer: z.string(),
  /** Draft: the step to continue with, and when it lapses. */
  step: z.nullable(z.enum(CLAIM_STEPS)),
  lapsesAt: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  submittedAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
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
    before: z.optional(z.object({ at: instant, id: claimId })),
    waiting: z._default(z.boolean(), false),
    limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
  }),
  output: z.object({
    claims: z.array(claimRow),
    /** Over all pages, by group. */
    counts: z.object({
      draft: z.int(),
      open: z.int(),
      closed: z.int(),
      waiting: z.int(),
    }),
    more: z.boolean(),
  }),
})
