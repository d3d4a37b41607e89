/** Login by mobile number or email with a code (spec §5, §7; design §2 "Token"). */
import { z } from 'zod'
import { call } from '../../lib/contract.ts'
import { boundedText } from '../../lib/bounded-schemas.ts'
import { destinationSchema } from '../../lib/contact.ts'

/** Six digits; spaces and full-width digits of a pasted code are forgiven. */
export const codeSchema = boundedText(40, 'code_format')
  .transform((text) => text.normalize('NFKC').replace(/[\s-]/g, ''))
  .pipe(z.string().min(1, 'code_required').regex(/^\d{6}$/, 'code_format'))

export const userSchema = z.object({
  id: z.string(),
  /** Name if known, else the masked destination. */
  name: z.string(),
  mobile: z.string().nullable(),
  email: z.string().nullable(),
})
export type User = z.output<typeof userSchema>

export const loginSchema = z.object({
  token: z.string(),
  csrf: z.object({ name: z.string(), token: z.string() }),
  user: userSchema,
  /** Set when the session came from a partner's link. */
  coId: z.string().optional(),
})

/** The same answer and time for known and unknown destinations. `too_soon` carries `retryAfter` seconds. Names the device, whose code it will be. */
export const sendCode = call({
  path: 'session/sendCode',
  access: 'holder',
  scopes: ['claim'],
  input: z.object({ destination: destinationSchema }),
  output: z.object({ resendAfter: z.number().int() }),
  errors: ['too_soon'],
})

/** Names the device (`holder`): orders made on it before the login become the person's. `code_wrong` carries `triesLeft`; `code_expired` asks for a new one; `backoff` carries `retryAfter` seconds. */
export const login = call({
  path: 'session/login',
  access: 'holder',
  // Who came by a claim's code may become somebody whole: by a code of their own, as anyone.
  scopes: ['claim'],
  input: z.object({
    destination: destinationSchema,
    code: codeSchema,
    agreed: z.boolean().refine((yes) => yes, 'agreement_required'),
  }),
  output: loginSchema,
  errors: ['code_wrong', 'code_expired', 'backoff'],
})

const linkCode = {
  code: boundedText(200, 'invalid').min(1, 'required'),
  /** Path of the page that the link leads to, without its language: a claim's code is taken on `/qrcode` and nowhere else. */
  page: boundedText(200, 'invalid').optional(),
}

/** Whom a link's code would sign in, so that nobody who is signed in becomes somebody else unasked. The code stays unused. */
export const lookAtLink = call({
  path: 'session/link',
  access: 'open',
  input: z.object(linkCode),
  output: z.object({
    /** Masked contact or name, as `me` tells. */
    name: z.string(),
    /** The session would reach one claim and nothing else. */
    claim: z.boolean(),
  }),
  errors: ['link_used'],
})

/** Swaps the single-use code of a partner's link, or of a claim, for a session. */
export const exchange = call({
  path: 'session/exchange',
  access: 'open',
  input: z.object(linkCode),
  output: loginSchema,
  errors: ['link_used'],
})

/** Who is logged in; also keeps the session alive. `endsAt` is its absolute end, ms. */
export const me = call({
  path: 'session/me',
  access: 'login',
  scopes: ['claim'],
  input: z.object({}),
  output: z.object({ user: userSchema, endsAt: z.number().int() }),
})

/** Spec §7: POST /index/logout?lang= with body field `token`; status 1 clears the session, any other does not. */
export const logout = call({
  path: 'logout',
  access: 'open',
  transport: 'multipart',
  input: z.object({ token: boundedText(200, 'invalid') }),
  output: z.object({}),
})

/** Ends every other session of the person; those devices are told that they were signed out elsewhere. */
export const logoutOthers = call({
  path: 'session/logoutOthers',
  access: 'login',
  input: z.object({}),
  output: z.object({}),
})

/** The demo account's destination in a sandbox; `not_found` in production. */
export const sandbox = call({
  path: 'session/sandbox',
  access: 'open',
  input: z.object({}),
  output: z.object({ demo: z.string() }),
})

export const DEMO_EMAIL = 'demo@example.com'
