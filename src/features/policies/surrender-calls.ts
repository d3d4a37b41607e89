/** Calls about cancelling a policy: the refund to expect, and the request itself. Loaded only where someone asks for it. */
import { z } from 'zod/mini'
import { patternText } from '../../lib/bounded-schemas.ts'
import { call } from '../../lib/contract.ts'
import { moneySchema as money } from '../../lib/money/money-schema.ts'

const id = patternText(/^[0-9a-z]{26}$/, 26)
const sha256 = patternText(/^[0-9a-f]{64}$/, 64)
const day = patternText(/^\d{4}-\d\d-\d\d$/, 10)

/** Lines of the calculation, in the order they are shown; words `policies:surrender.line.<id>`. */
const SURRENDER_LINES = ['premium', 'returned', 'expenses', 'used', 'claim', 'total'] as const

const lines = z.array(z.object({ id: z.enum(SURRENDER_LINES), amount: money }))

const quote = z.object({
  id,
  /** The last day of cover if cancelled now; `null` before the start, when there is none. */
  lastDay: z.nullable(day),
  daysInForce: z.int(),
  daysOfTerm: z.int(),
  lines,
  amount: money,
  /** Claims on the policy: an open one is decided as before, and none changes the refund. */
  claims: z.enum(['none', 'open', 'paid']),
  /** The refund with a visa refusal letter; `null` where it makes no difference. */
  visaRefused: z.nullable(z.object({ lines, amount: money })),
  /** The school that paid the premium, to which the refund goes; `null` where the buyer paid. */
  school: z.nullable(z.string()),
})
export type SurrenderQuote = z.output<typeof quote>

/**
 * `not_buyer`: only the buyer can cancel · `ended`: nothing is left to cancel · `requested`: it was requested already ·
 * `call_us`: the money cannot be refunded automatically.
 */
const REFUSALS = ['not_buyer', 'ended', 'requested', 'call_us'] as const

export const surrenderQuote = call({
  path: 'policy/surrenderQuote',
  access: 'login',
  input: z.object({ id }),
  output: quote,
  errors: REFUSALS,
})

/**
 * Requests it at the sum that was shown; `changed` when the sum is another one now. With nothing to refund the policy
 * ends at once.
 */
export const surrenderPolicy = call({
  path: 'policy/surrender',
  access: 'login',
  input: z.object({ id, amount: z.int().check(z.nonnegative()) }),
  output: z.object({ outcome: z.enum(['requested', 'cancelled']) }),
  errors: [...REFUSALS, 'changed'],
})

/**
 * Requests the whole premium after the start, with the first file of the visa refusal letter; `changed` when the refund
 * is another one now, and `requested` when it was requested already: further files are attached then.
 */
export const surrenderAfterVisaRefusal = call({
  module: 'file',
  path: 'policy/surrenderAfterVisaRefusal',
  access: 'login',
  transport: 'multipart',
  input: z.object({
    id,
    amount: z.int().check(z.positive()),
    /** Confirmed by the buyer's own act. */
    notTravelled: z.boolean().check(z.refine((yes) => yes, 'agreement_required')),
    /** Of the file as it was sent, hex. */
    sha256,
  }),
  output: z.object({ files: z.int() }),
  errors: [...REFUSALS, 'changed'],
})

/** Adds a page to the letter of a request that waits; the same file is stored once. */
export const attachRefusalLetter = call({
  module: 'file',
  path: 'policy/attachRefusalLetter',
  access: 'login',
  transport: 'multipart',
  input: z.object({ id, sha256 }),
  output: z.object({ files: z.int() }),
  errors: ['not_buyer', 'not_under_review', 'files_full'],
})

/**
 * Takes the request back while nobody has decided on it; `not_under_review` once someone has. Cover continues
 * unchanged.
 */
export const takeBackSurrender = call({
  path: 'policy/takeBackSurrender',
  access: 'login',
  input: z.object({ id }),
  output: z.object({}),
  errors: ['not_buyer', 'not_under_review'],
})
