/** A claim as one row of a list, and the call that lists them. */
import { z } from 'zod'
import { call } from '../../lib/contract.ts'
import { clockSchema } from './clock-schema.ts'
import { CLAIM_TYPES } from './document-kinds.ts'
import { claimId, day, instant, moneySchema } from './claim-field-schemas.ts'
import { CLAIM_STATUSES, CLAIM_STEPS, OUTCOMES, type ClaimStatus } from './status.ts'

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
  /** Things asked of the person now: open items of requests, a bank account that failed. */
  needs: z.number().int(),
  /** By when; Shanghai day. */
  needsBy: day.nullable(),
  clock: clockSchema.nullable(),
  /** What is asked for: the sums of the invoices, one a currency. */
  claimed: z.array(moneySchema),
  outcome: z.enum(OUTCOMES).nullable(),
  /** What the decision pays the person, in the policy's currency. */
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

/** In these a claim waits for its person: documents asked for, an account to correct, a draft to send. */
export const WAITING_STATUSES = ['supplement_required', 'payment_failed', 'draft'] as const satisfies readonly ClaimStatus[]

/** The caller's claims, newest change first; deleted drafts are left out. `waiting`: those alone that wait for the caller. `before` is where the page before ended: change and id of its last claim. */
export const listClaims = call({
  path: 'claim/list', access: 'login',
  input: z.object({ before: z.object({ at: instant, id: claimId }).optional(), waiting: z.boolean().default(false), limit: z.number().int().min(1).max(50).default(20) }),
  output: z.object({
    claims: z.array(claimRow),
    /** Of all pages, by group. */
    counts: z.object({ draft: z.number().int(), open: z.number().int(), closed: z.number().int(), waiting: z.number().int() }),
    more: z.boolean(),
  }),
})
