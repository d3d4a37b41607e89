/** Interprets a server's answer, whichever way the call was made: the envelope and the error catalogue of spec §8. */
import { z } from 'zod/mini'
import type { Call, Envelope, Output, Reason, Refused } from '../../lib/contract.ts'
import { NOT_ALLOWED, SESSION_CODES, TOAST_CODES, type FieldErrors, type NotAllowedCause } from '../../lib/errors.ts'
import { clearSession, type Store } from '../storage/storage.ts'

export type Reply<C extends Call> =
  | { ok: true; data: Output<C> }
  | { ok: false; code: Reason<C> | `${number}`; message: string; fields: FieldErrors; extra: Refused }

/**
 * No answer, or one that is not an envelope; `updated`: one that this page is too old to read; `blocked`, `full`: the
 * browser would not store what it brings; `part`: the code that asks did not load.
 * `retryAfter` in seconds when the server asked to wait.
 */
export class RequestFailed extends Error {
  readonly code: 'offline' | 'timeout' | 'server' | 'updated' | 'too_large' | 'too_many' | 'blocked' | 'full' | 'part'
  readonly retryAfter: number | undefined
  constructor(code: RequestFailed['code'], retryAfter?: number) {
    super(code)
    this.name = 'RequestFailed'
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** What was to be loaded was refused: the server's words, and how many seconds it asked to wait. */
export class LoadRefused extends Error {
  override readonly name = 'LoadRefused'
  readonly retryAfter: number | undefined
  constructor({ message, extra }: Pick<Reply<Call> & { ok: false }, 'message' | 'extra'>) {
    super(message)
    this.retryAfter = extra.retryAfter
  }
}

/** The data of an answer; throws `LoadRefused`, which `LoadFailed` puts into words. */
export function dataOf<T = never>(reply: { ok: true; data: T } | Omit<Reply<Call> & { ok: false }, 'code'>): T {
  if (reply.ok) return reply.data
  throw new LoadRefused(reply)
}

/** Callbacks for the codes of the catalogue. */
export interface Actions {
  store: Store
  /** Session codes: the session is already cleared; go to the login page and come back here. */
  toLogin: (code: number) => void
  /** 31000; `cause` unless an older server answers. */
  toHome: (cause?: NotAllowedCause) => void
  /** 30000 and 3000: an error toast with the server's message. */
  toast: (message: string) => void
  /** The page is older than the answer: its words ask for it to be loaded anew. */
  outdated?: () => void
}

/** What has a status is from our server; whatever stands between us answers something else. */
const isEnvelope = <C extends Call>(answer: unknown): answer is Envelope<unknown, Reason<C>> =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number'

/** Handles the codes of spec §8's catalogue and returns the rest to the caller. */
export function settle<C extends Call>(call: C, answer: unknown, actions: Actions): Reply<C> {
  if (!isEnvelope<C>(answer)) throw new RequestFailed('server')
  const { output }: Pick<C, 'output'> = call
  if (answer.status === 1) {
    try {
      return { ok: true, data: z.parse(output, answer.data) }
    } catch {
      // The site was updated while this page was open: its calls answer something that this page does not know.
      actions.outdated?.()
      throw new RequestFailed('updated')
    }
  }
  const { code, message, status, data } = answer
  if (status === -1) actOn(code, message, data?.cause, actions)
  const extra: Refused = data ?? {}
  return {
    ok: false,
    code: status === -1 ? `${code}` : code,
    message,
    fields: extra.fields ?? {},
    extra,
  }
}

function actOn(code: number, message: string, cause: NotAllowedCause | undefined, actions: Actions): void {
  if (SESSION_CODES.includes(code)) {
    clearSession(actions.store)
    actions.toLogin(code)
  } else if (code === NOT_ALLOWED) actions.toHome(cause)
  else if (TOAST_CODES.includes(code)) actions.toast(message)
}

const BY_STATUS: Record<number, RequestFailed['code']> = { 413: 'too_large', 429: 'too_many' }

/** An answer without an envelope: an HTTP status, and its `retry-after`. */
export const unanswered = (status: number, retryAfter: string | null): RequestFailed =>
  new RequestFailed(BY_STATUS[status] ?? 'server', Number(retryAfter) || undefined)
