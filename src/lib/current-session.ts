/**
 * Who is signed in, and signing out: needed by every page of the personal centre. Apart from the rest of the contract,
 * so that such a page need not load it.
 */
import { z } from 'zod/mini'
import { call } from './contract.ts'
import { boundedText } from './bounded-schemas.ts'

export const userSchema = z.object({
  id: z.string(),
  /** Name if known, else the masked destination. */
  name: z.string(),
  mobile: z.nullable(z.string()),
  email: z.nullable(z.string()),
})
export type User = z.output<typeof userSchema>

/** Who is logged in; also keeps the session alive. `endsAt` is its absolute end, ms. */
export const me = call({
  path: 'session/me',
  access: 'login',
  scopes: ['claim'],
  input: z.object({}),
  output: z.object({ user: userSchema, endsAt: z.int() }),
})

/** Spec §7: POST /index/logout?lang= with body field `token`; status 1 clears the session, any other does not. */
export const logout = call({
  path: 'logout',
  access: 'open',
  transport: 'multipart',
  input: z.object({ token: boundedText(200, 'invalid') }),
  output: z.object({}),
})
