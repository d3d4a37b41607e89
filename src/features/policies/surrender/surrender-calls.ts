/** Calls about cancelling a policy: what would come back, and the request itself. Loaded only where somebody asks for it. */
import { z } from 'zod'
import { patternText } from '../../../lib/bounded-schemas.ts'
import { call } from '../../../lib/contract.ts'
import { CURRENCIES } from '../../../lib/money.ts'

const id = patternText(/^[0-9a-z]{26}$/, 26)
const sha256 = patternText(/^[0-9a-f]{64}$/, 64)
const day = patternText(/^\d{4}-\d\d-\d\d$/, 10)
const money = z.object({ amount: z.number().int(), currency: z.enum(CURRENCIES) })

/** Steps of the sum, in the order they are shown; words `policies:surrender.line.<id>`. */
export const SURRENDER_LINES = ['premium', 'returned', 'expenses', 'used', 'claim', 'total'] as const

const lines = z.array(z.object({ id: z.enum(SURRENDER_LINES), amount: money }))

const quote = z.object({
  id,
  /** The last day of cover if it is asked for now; `null` before the start, when there is none. */
  lastDay: day.nullable(),
  daysInForce: z.number().int(),
  daysOfTerm: z.number().int(),
  lines,
  amount: money,
  /** Claims on the policy that keep the premium: one that is open, or one that was or will be paid. */
  claims: z.enum(['none', 'open', 'paid']),
  /** What would come back with the letter by which the visa was refused; `null` where it makes no difference. */
  visaRefused: z.object({ lines, amount: money }).nullable(),
})
export type SurrenderQuote = z.output<typeof quote>

/** `not_buyer`: only who bought it cancels · `ended`: nothing is left to cancel · `requested`: it was asked for already · `claim_open`: a claim is not decided yet · `call_us`: the money cannot go back by itself. */
const REFUSALS = ['not_buyer', 'ended', 'requested', 'call_us', 'claim_open'] as const

export const surrenderQuote = call({ path: 'policy/surrenderQuote', access: 'login', input: z.object({ id }), output: quote, errors: REFUSALS })

/** Asks for it at the sum that was shown; `changed` when it is another one by now. With nothing to come back the policy ends at once. */
export const surrenderPolicy = call({
  path: 'policy/surrender',
  access: 'login',
  input: z.object({ id, amount: z.number().int().nonnegative() }),
  output: z.object({ outcome: z.enum(['requested', 'cancelled']) }),
  errors: [...REFUSALS, 'changed'],
})

/**
 * Asks for the whole premium after the start, with the first file of the letter by which the visa was refused; `changed` when another sum
 * comes back by now, and `requested` when it was asked for already: further files are attached then.
 */
export const surrenderAfterVisaRefusal = call({
  module: 'file',
  path: 'policy/surrenderAfterVisaRefusal',
  access: 'login',
  transport: 'multipart',
  input: z.object({
    id, amount: z.number().int().positive(),
    /** Said by an act of its own. */
    notTravelled: z.boolean().refine((yes) => yes, 'agreement_required'),
    /** Of the file as it was sent, hex. */
    sha256,
  }),
  output: z.object({ files: z.number().int() }),
  errors: [...REFUSALS, 'changed'],
})

/** Adds a page to the letter of a request that waits; the same file twice is kept once. */
export const attachRefusalLetter = call({
  module: 'file', path: 'policy/attachRefusalLetter', access: 'login', transport: 'multipart',
  input: z.object({ id, sha256 }), output: z.object({ files: z.number().int() }), errors: ['not_buyer', 'not_under_review', 'files_full'],
})

/** Takes the request back while nobody has decided on it; `not_under_review` once somebody has. Cover goes on as if nothing had been asked. */
export const takeBackSurrender = call({
  path: 'policy/takeBackSurrender', access: 'login', input: z.object({ id }), output: z.object({}), errors: ['not_buyer', 'not_under_review'],
})
