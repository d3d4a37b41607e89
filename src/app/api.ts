/**
 * The one way to call the server (spec §7, design §2 "Calls"): headers, language, anti-forgery pair, request id, time-out,
 * the envelope and the error catalogue of spec §8, in three variants (query, multipart, bytes).
 */
import { ofetch, type FetchResponse } from 'ofetch'
import { encodeFields, pathOf, type Call, type Envelope, type Input, type Output, type Reason, type Refused } from '../lib/contract.ts'
import { NOT_ALLOWED, SESSION_CODES, TOAST_CODES, type FieldErrors } from '../lib/errors.ts'
import type { Lang } from '../lib/locale.ts'
import type { Device } from './guard.ts'
import { KEYS, REQUEST_MS } from './keys.ts'
import { clearSession, readToken, uniqueKey, type Store } from './storage.ts'

/** What the requester needs of its surroundings; the browser's is in `client.ts`, tests bring their own. */
export interface Surroundings {
  base: string
  store: Store
  lang: () => Lang
  device: () => Device
  now: () => number
  /** Session codes: the session is already cleared; go to the login page and come back here. */
  toLogin: (code: number) => void
  /** 31000. */
  toHome: () => void
  /** 30000 and 3000: an error toast with the server's message. */
  toast: (message: string) => void
}

export type Reply<C extends Call> =
  | { ok: true; data: Output<C> }
  | { ok: false; code: Reason<C> | `${number}`; message: string; fields: FieldErrors; extra: Refused }

/** No answer, or one that is not an envelope. `retryAfter` in seconds when the server asked for patience. */
export class RequestFailed extends Error {
  readonly code: 'offline' | 'timeout' | 'server' | 'too_large' | 'too_many'
  readonly retryAfter: number | undefined
  constructor(code: RequestFailed['code'], retryAfter?: number) {
    super(code)
    this.name = 'RequestFailed'
    this.code = code
    this.retryAfter = retryAfter
  }
}

export interface Options {
  signal?: AbortSignal
  /** Parts of a multipart call besides its fields. */
  files?: Record<string, Blob>
}

interface Answer {
  json: boolean
  data: unknown
}

export interface Requester {
  request<C extends Call>(call: C, input: Input<C>, options?: Options): Promise<Reply<C>>
  /** Bytes of a file call. */
  blob<C extends Call>(call: C, input: Input<C>, options?: Options): Promise<Reply<C> | { ok: true; data: Blob }>
  arrayBuffer<C extends Call>(call: C, input: Input<C>, options?: Options): Promise<Reply<C> | { ok: true; data: ArrayBuffer }>
}

/** `W` or `M`, a millisecond timestamp, 6 random digits (spec §9). */
export function requestId(device: Device, now: number): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
  return `${device === 'mobile' ? 'M' : 'W'}${now}${String(random % 1_000_000).padStart(6, '0')}`
}

export function createRequester(around: Surroundings): Requester {
  async function send(call: Call, input: Record<string, unknown>, options: Options, kind: 'json' | 'blob' | 'arrayBuffer'): Promise<Answer> {
    const fields = encodeFields(input)
    const multipart = call.transport === 'multipart'
    const query = { ...(multipart ? {} : fields), lang: around.lang() }
    const address = `${around.base}${pathOf(call)}?${new URLSearchParams(query)}`
    return withLimit(options.signal, async (signal) => {
      const response: FetchResponse<unknown> = await ofetch.raw(address, {
        method: 'POST',
        headers: headers(call, around),
        referrerPolicy: 'no-referrer',
        signal,
        // A call is never repeated by itself, and a status of HTTP is read here.
        retry: 0,
        ignoreResponseError: true,
        responseType: kind,
        ...(multipart ? { body: form(fields, options.files) } : {}),
      })
      if (!response.ok) throw unanswered(response)
      const json = response.headers.get('content-type')?.startsWith('application/json') ?? false
      const data = json && kind !== 'json' ? JSON.parse(await new Response(response._data as BodyInit).text()) as unknown : response._data
      return { json, data }
    })
  }

  async function request<C extends Call>(call: C, input: Input<C>, options: Options = {}): Promise<Reply<C>> {
    const { data } = await send(call, input, options, 'json')
    return settle(call, data as Envelope, around)
  }

  async function bytes<C extends Call, T extends Blob | ArrayBuffer>(call: C, input: Input<C>, options: Options, kind: 'blob' | 'arrayBuffer') {
    const { json, data } = await send(call, input, options, kind)
    return json ? settle(call, data as Envelope, around) : { ok: true as const, data: data as T }
  }

  return {
    request,
    blob: (call, input, options = {}) => bytes<typeof call, Blob>(call, input, options, 'blob'),
    arrayBuffer: (call, input, options = {}) => bytes<typeof call, ArrayBuffer>(call, input, options, 'arrayBuffer'),
  }
}

function headers(call: Call, around: Surroundings): Record<string, string> {
  const { store } = around
  const now = around.now()
  const out: Record<string, string> = { 'x-request-id': requestId(around.device(), now) }
  const token = readToken(store, now)
  const csrfName = store.getItem(KEYS.csrfName)
  const csrfToken = store.getItem(KEYS.csrfToken)
  if (token) out['platform-token'] = token
  // A header and not a query parameter: addresses end up in logs of proxies, and this one is a key.
  if (call.access === 'holder') out.unique = uniqueKey(store)
  if (csrfName && csrfToken) Object.assign(out, { 'csrf-name': csrfName, 'csrf-token': csrfToken })
  return out
}

function form(fields: Record<string, string>, files: Record<string, Blob> = {}): FormData {
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.append(key, value)
  for (const [key, file] of Object.entries(files)) body.append(key, file)
  return body
}

/** Acts on the catalogue of spec §8 and hands the rest to the caller. */
function settle<C extends Call>(call: C, envelope: Envelope | undefined, around: Surroundings): Reply<C> {
  if (!envelope || typeof envelope.status !== 'number') throw new RequestFailed('server')
  if (envelope.status === 1) return { ok: true, data: call.output.parse(envelope.data) as Output<C> }
  if (envelope.status === -1) actOn(envelope.code, envelope.message, around)
  const extra: Refused = (envelope.status === 0 && envelope.data) || {}
  return { ok: false, code: String(envelope.code) as `${number}`, message: envelope.message, fields: extra.fields ?? {}, extra }
}

function actOn(code: number, message: string, around: Surroundings): void {
  if (SESSION_CODES.includes(code)) {
    clearSession(around.store)
    around.toLogin(code)
  } else if (code === NOT_ALLOWED) around.toHome()
  else if (TOAST_CODES.includes(code)) around.toast(message)
}

const BY_STATUS: Record<number, RequestFailed['code']> = { 413: 'too_large', 429: 'too_many' }

/** An answer below the envelope: a status of HTTP. */
function unanswered({ status, headers: answered }: Response): RequestFailed {
  return new RequestFailed(BY_STATUS[status] ?? 'server', Number(answered.get('retry-after')) || undefined)
}

/** Runs a call until it has answered to its last byte, the caller gives up, or the limit of spec §9 has passed. */
async function withLimit<T>(given: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController()
  const giveUp = (): void => stop.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    stop.abort()
  }, REQUEST_MS)
  if (given?.aborted) giveUp()
  given?.addEventListener('abort', giveUp)
  try {
    return await run(stop.signal)
  } catch (error) {
    if (error instanceof RequestFailed) throw error
    // JSON that is none: something between us and the server answered.
    if (error instanceof SyntaxError) throw new RequestFailed('server')
    throw new RequestFailed(late ? 'timeout' : 'offline')
  } finally {
    clearTimeout(timer)
    given?.removeEventListener('abort', giveUp)
  }
}
