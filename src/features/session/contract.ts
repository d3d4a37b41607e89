/** Login by mobile number or email with a code (spec §5, §7; design §2 "Token"). */
import { z } from 'zod/mini'
import { call } from '../../lib/contract.ts'
import { boundedText } from '../../lib/bounded-schemas.ts'
import { pageDay } from '../../lib/days/page-day.ts'
import { codeSchema, destinationSchema } from '../../lib/people/contact.ts'
import { logout, me, userSchema, type User } from '../../lib/current-session.ts'

export { logout, me, type User }

const loginSchema = z.object({
  token: z.string(),
  csrf: z.object({ name: z.string(), token: z.string() }),
  user: userSchema,
  /** Set when the session came from a partner's link. */
  coId: z.optional(z.string()),
})

/**
 * The same reply and response time for known and unknown destinations. `too_soon` carries `retryAfter` seconds.
 * Identifies the device, to which the code belongs.
 */
export const sendCode = call({
  path: 'session/sendCode',
  access: 'holder',
  scopes: ['claim'],
  input: z.object({ destination: destinationSchema }),
  output: z.object({ resendAfter: z.int() }),
  errors: ['too_soon'],
})

/**
 * Identifies the device (`holder`): orders made on it before the login become the person's. `code_wrong` carries
 * `triesLeft`; `code_expired` asks for a new one; `backoff` carries `retryAfter` seconds. `accept_account`: the code
 * was right, but the contact was added to an account and nobody has signed in with it since. The person is asked
 * whether the account is theirs, and answered with `acceptAccount` or `rejectAccount`; until then there is no session
 * (decision 0108).
 */
export const login = call({
  path: 'session/login',
  access: 'holder',
  // A session limited to a claim may become a full one: by a login code, as for anyone.
  scopes: ['claim'],
  input: z.object({
    destination: destinationSchema,
    code: codeSchema,
    agreed: z.boolean().check(z.refine((yes) => yes, 'agreement_required')),
    pageDay: pageDay(),
  }),
  output: loginSchema,
  errors: ['code_wrong', 'code_expired', 'backoff', 'accept_account'],
})

/** What `accept_account` carries. Contacts are masked. */
export const accountQuestionSchema = z.object({
  /** Answers this login, once, on this device, for `confirmMinutes`. */
  question: z.string(),
  /** The contact that was typed, and the others that sign in to its account. */
  contact: z.string(),
  others: z.array(z.string()).check(z.minLength(1)),
})

const answerSchema = z.object({ question: boundedText(100, 'invalid').check(z.minLength(1, 'required')) })

/** "This is my account": completes the login, and the contact's later logins ask nothing. */
export const acceptAccount = call({
  path: 'session/acceptAccount',
  access: 'holder',
  scopes: ['claim'],
  input: z.extend(answerSchema, { pageDay: pageDay() }),
  output: loginSchema,
  errors: ['question_over'],
})

/** "This is not my account": the contact is removed from it at once, and its other contacts are told. */
export const rejectAccount = call({
  path: 'session/rejectAccount',
  access: 'holder',
  scopes: ['claim'],
  input: answerSchema,
  output: z.object({}),
  errors: ['question_over'],
})

const linkCode = {
  /** A code of our own, or the token of a partner's link with all its data. */
  code: boundedText(8000, 'invalid').check(z.minLength(1, 'required')),
  /** Path of the page that the link leads to, without its language: a claim's code is accepted on `/qrcode` only. */
  page: z.optional(boundedText(200, 'invalid')),
  /** `in_id` and `co_id` of the address: a partner's signature covers them too. */
  inId: z.optional(boundedText(40, 'invalid')),
  coId: z.optional(boundedText(40, 'invalid')),
}

/**
 * Whom a link's code would sign in, so that nobody who is signed in becomes somebody else without being asked. The code
 * stays unused.
 */
export const lookAtLink = call({
  path: 'session/link',
  access: 'open',
  input: z.object(linkCode),
  output: z.object({
    /** Masked contact or name, as in `me`. */
    name: z.string(),
    /** The session could access one claim and nothing else. */
    claim: z.boolean(),
    /** It opens no account: `name` is the school or office that sends the visitor. */
    partner: z.boolean(),
  }),
  errors: ['link_used'],
})

/**
 * Exchanges the token of a partner's link, or the single-use code of a claim, for a session. For a partner's link
 * `link_used` carries `why`.
 */
export const exchange = call({
  path: 'session/exchange',
  access: 'open',
  input: z.object(linkCode),
  output: z.extend(loginSchema, {
    /** For a partner's link: the partner's name, and what the page reads from its address. */
    partner: z.optional(z.string()),
    query: z.optional(z.record(z.string(), z.string())),
  }),
  errors: ['link_used'],
})

/** Ends every other session of the person; those devices show that they were signed out elsewhere. */
export const logoutOthers = call({
  path: 'session/logoutOthers',
  access: 'login',
  input: z.object({}),
  output: z.object({}),
})

/** The destinations of the demo accounts in a sandbox, the second of which is being closed; `not_found` in production. */
export const sandbox = call({
  path: 'session/sandbox',
  access: 'open',
  input: z.object({}),
  output: z.object({ demo: z.string(), closing: z.string() }),
})

export const DEMO_EMAIL = 'demo@example.com'
export const DEMO_CLOSING_EMAIL = 'demo-closing@example.com'
