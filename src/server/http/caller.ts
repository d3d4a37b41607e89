/** Who makes a call. The session feature resolves it; without that feature only the device is known. */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Deps } from '../dependencies.ts'

/** Header names of a call (design §2 "Calls"). */
export const HEADERS = {
  token: 'platform-token',
  csrfToken: 'csrf-token',
  csrfName: 'csrf-name',
  requestId: 'x-request-id',
  /** The device's secret; the server knows only its SHA-256. */
  unique: 'unique',
} as const

/** Response header: seconds until the absolute end of the session that made the call. */
export const SESSION_ENDS_IN = 'session-ends-in'

export type Caller =
  | { kind: 'anonymous' }
  /** `link`: the visit of a partner's link that the device is in. */
  | { kind: 'holder'; holder: string; device: string; link?: string }
  /**
   * `scope`: the session reaches one thing only, `claim:<id>`; calls that do not name that kind of scope are closed to
   * it.
   */
  | { kind: 'user'; userId: string; sessionId: string; holder?: string; device?: string; scope?: string }

export interface Resolution {
  caller: Caller
  /** Why the token that was sent gives no session: 5000 none, 5001 expired, 30002 signed out elsewhere. */
  session?: 5000 | 5001 | 30002
  /** Milliseconds until the session's absolute end, which nothing extends. */
  endsIn?: number
  /** The session has anti-forgery values and the call's did not match: 31000 where a login is needed, else no session. */
  csrf?: 'mismatch'
}

/**
 * Resolves the caller from the headers (and the query, for addresses that cannot carry headers). Must not throw for bad
 * input.
 */
export type ResolveCaller = (
  headers: IncomingHttpHeaders,
  query: Readonly<Record<string, unknown>>,
) => Promise<Resolution>
export type MakeResolver = (deps: Deps) => ResolveCaller

/** SHA-256 hex of the device's secret; `undefined` for none or one too short to be a secret. */
export function holderOf(headers: IncomingHttpHeaders): string | undefined {
  const unique = headers[HEADERS.unique]
  if (typeof unique !== 'string' || unique.length < 16 || unique.length > 200) return undefined
  return hash('sha256', unique)
}

/**
 * How the device is identified: its secret's hash, and what recognises it when the secret has changed. The latter is no
 * credential.
 */
export function deviceOf(headers: IncomingHttpHeaders): { holder: string; device: string } | undefined {
  const holder = holderOf(headers)
  const recognition = /^[0-9a-f]{64}([0-9a-f]{32})$/.exec(String(headers[HEADERS.unique]))?.[1]
  return holder === undefined ? undefined : { holder, device: recognition ?? holder }
}

/** Knows only the device; any token counts as no session. */
export const holderOnly: MakeResolver = () => async (headers) => {
  const device = deviceOf(headers)
  const caller: Caller = device ? { kind: 'holder', ...device } : { kind: 'anonymous' }
  return headers[HEADERS.token] ? { caller, session: 5000 } : { caller }
}

/** A session whose scope begins so is a visit by a partner's link: it belongs to no account (decision 0074). */
export const PARTNER_SCOPE = 'partner:'
