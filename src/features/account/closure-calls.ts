/** The calls that close an account (decision 0072): what stands against it, what is kept, asking for it, taking it back. */
import { z } from 'zod'
import { call } from '../../lib/contract.ts'
import { CHANNELS, codeSchema } from '../../lib/contact.ts'

const instant = z.number().int()
const day = z.string()

/** `stopped`: when its time came, something stood against it. */
export const CLOSURE_STATUSES = ['scheduled', 'done', 'taken_back', 'stopped'] as const
export type ClosureStatus = (typeof CLOSURE_STATUSES)[number]

const closureSchema = z.object({
  /** The account is going to be closed. */
  scheduled: z.object({ askedAt: instant, closesAt: instant }).nullable(),
  /** When it would be, were it asked for now. */
  closesAt: instant,
  /** Each with the page where it is settled, without language. */
  obstacles: z.array(z.object({
    kind: z.enum(['policy', 'order', 'payment', 'refund', 'claim', 'change', 'extension', 'invoice', 'overseas', 'tuition']),
    id: z.string(), number: z.string(), until: day.nullable(), path: z.string(),
  })),
  /** What the law makes us keep, with the last day. */
  kept: z.array(z.object({ kind: z.enum(['policy', 'invoice', 'tuition']), number: z.string(), until: day })),
  /** Until when it is on record that somebody was signed in. */
  signInsUntil: day,
  /** Masked contacts to which a code can be sent. */
  contacts: z.array(z.object({ channel: z.enum(CHANNELS), masked: z.string() })),
})
export type Closure = z.output<typeof closureSchema>

export const accountClosure = call({ path: 'account/closure', access: 'login', input: z.object({}), output: closureSchema })

/** Asks for it, by a code that is good for this alone (`account/sendCode`). Twice is once. `obstacles`: something stands against it. */
export const closeAccount = call({
  path: 'account/close',
  access: 'login',
  input: z.object({ channel: z.enum(CHANNELS), code: codeSchema, agreed: z.literal(true, { error: 'agree_required' }) }),
  output: closureSchema,
  errors: ['code_wrong', 'code_expired', 'backoff', 'no_contact', 'obstacles'],
})

/** Takes it back. Where nothing is asked for, it is as it should be. */
export const keepAccount = call({ path: 'account/keep', access: 'login', input: z.object({}), output: closureSchema })
