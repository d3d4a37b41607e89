/**
 * The calls that close an account (decision 0072): what prevents it, what is kept, requesting it, taking the request
 * back.
 */
import { z } from 'zod/mini'
import { call } from '../../lib/contract.ts'
import { CHANNELS, codeSchema } from '../../lib/people/contact.ts'

const instant = z.int()
const day = z.string()

/** `stopped`: when its time came, something prevented it. */
const CLOSURE_STATUSES = ['scheduled', 'done', 'taken_back', 'stopped'] as const
export type ClosureStatus = (typeof CLOSURE_STATUSES)[number]

const closureSchema = z.object({
  /** Set when the account is going to be closed. */
  scheduled: z.nullable(z.object({ askedAt: instant, closesAt: instant })),
  /** When it would be closed if requested now. */
  closesAt: instant,
  /** Each with the page where it can be settled, without language. */
  obstacles: z.array(
    z.object({
      kind: z.enum(['order', 'payment', 'refund', 'claim', 'change', 'extension', 'invoice', 'overseas', 'tuition']),
      id: z.string(),
      number: z.string(),
      until: z.nullable(day),
      path: z.string(),
    }),
  ),
  /** What the law requires us to keep, with the last day. */
  kept: z.array(
    z.object({ kind: z.enum(['policy', 'policyInForce', 'invoice', 'tuition']), number: z.string(), until: day }),
  ),
  /** Until when the record that somebody was signed in is kept. */
  signInsUntil: day,
  /** Masked contacts to which a code can be sent. */
  contacts: z.array(z.object({ channel: z.enum(CHANNELS), masked: z.string() })),
})
export type Closure = z.output<typeof closureSchema>

export const accountClosure = call({
  path: 'account/closure',
  access: 'login',
  input: z.object({}),
  output: closureSchema,
})

/**
 * Requests it, with a code for this purpose only (`account/sendCode`). A repeated request changes nothing. `obstacles`:
 * something prevents it.
 */
export const closeAccount = call({
  path: 'account/close',
  access: 'login',
  input: z.object({
    channel: z.enum(CHANNELS),
    code: codeSchema,
    agreed: z.literal(true, { error: 'agree_required' }),
  }),
  output: closureSchema,
  errors: ['code_wrong', 'code_expired', 'backoff', 'no_contact', 'obstacles'],
})

/** Takes the request back. Succeeds also when there is none. */
export const keepAccount = call({ path: 'account/keep', access: 'login', input: z.object({}), output: closureSchema })
