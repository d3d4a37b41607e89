/** Who calls. The session feature resolves it; without that feature only the device's holder is known. */
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from './deps.ts'

/** Header names of a call (design §2 "Calls"). */
export const HEADERS = {
  token: 'platform-token',
  csrfToken: 'csrf-token',
  csrfName: 'csrf-name',
  requestId: 'x-request-id',
  /** The device's secret; the server knows only its SHA-256. */
  unique: 'unique',
} as const

export type Caller =
  | { kind: 'anonymous' }
  | { kind: 'holder'; holder: string }
  /** `scope`: the session reaches one thing only, `claim:<id>`; calls that do not name that kind of scope are closed to it. */
  | { kind: 'user'; userId: string; sessionId: string; holder?: string; scope?: string }

export interface Resolution {
  caller: Caller
  /** Why a token that was sent is no session: 5000 none, 5001 expired, 30002 signed out elsewhere. */
  session?: 5000 | 5001 | 30002
  /** The session has anti-forgery values and the call's did not match: refused with 31000, whatever the call. */
  csrf?: 'mismatch'
}

/** Tells who calls from the headers (and the query, for addresses that cannot carry headers). Must not throw for bad input. */
export type ResolveCaller = (headers: IncomingHttpHeaders, query: Readonly<Record<string, unknown>>) => Promise<Resolution>
export type MakeResolver = (deps: Deps) => ResolveCaller

/** SHA-256 hex of the device's secret; `undefined` for none or one too short to be a secret. */
export function holderOf(headers: IncomingHttpHeaders): string | undefined {
  const unique = headers[HEADERS.unique]
  if (typeof unique !== 'string' || unique.length < 16 || unique.length > 200) return undefined
  return createHash('sha256').update(unique).digest('hex')
}

/** Knows only the device; a token is no session. */
export const holderOnly: MakeResolver = () => async (headers) => {
  const holder = holderOf(headers)
  const caller: Caller = holder ? { kind: 'holder', holder } : { kind: 'anonymous' }
  return headers[HEADERS.token] ? { caller, session: 5000 } : { caller }
}
