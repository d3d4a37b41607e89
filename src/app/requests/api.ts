/**
 * The one way to call the server (spec §7, design §2 "Calls"): headers, language, anti-forgery pair, request id,
 * time-out, the envelope and the error catalogue of spec §8, in four variants (query, multipart, blob, array buffer).
 */
import { ofetch, type FetchResponse } from 'ofetch'
import { encodeFields, pathOf, type Call, type Input } from '../../lib/contract.ts'
import type { Lang } from '../../lib/locale.ts'
import { callHeaders, type Caller } from './call-headers.ts'
import { earlyName, takeEarlyAnswer } from './early-calls.ts'
import { KEYS, REQUEST_MS } from '../storage/storage-keys.ts'
import { SESSION_EXPIRED, SESSION_NONE } from '../../lib/errors.ts'
import { RequestFailed, settle, unanswered, type Actions, type Reply } from './read-reply.ts'
import { noteEnd, readToken, renewSecret } from '../storage/storage.ts'

export { RequestFailed, type Reply } from './read-reply.ts'

/** Dependencies of the requester; the browser's are in `browser-requester.ts`, tests pass their own. */
export interface RequestEnvironment extends Actions, Caller {
  base: string
  lang: () => Lang
  /** The page shows personal data, whatever login is stored by now. */
  signedIn?: () => boolean
}

export interface Options {
  signal?: AbortSignal
  /** Parts of a multipart call besides its fields. */
  files?: Record<string, Blob>
  /** The page is being left: a call that is short enough continues after the page is gone (`keepalive`). */
  leaving?: boolean
}

/** Browsers limit `keepalive` requests to 64 KiB in total per page, multipart headers included. */
const LEAVING_BYTES = 60_000
const PART_BYTES = 200

export interface Requester {
  request: <C extends Call>(call: C, input: Input<C>, options?: Options) => Promise<Reply<C>>
  /** Bytes of a file call. */
  blob: <C extends Call>(call: C, input: Input<C>, options?: Options) => Promise<Reply<C> | { ok: true; data: Blob }>
  /** The same in memory: no screen needs it yet, spec §7 asks for it. */
  arrayBuffer: <C extends Call>(
    call: C,
    input: Input<C>,
    options?: Options,
  ) => Promise<Reply<C> | { ok: true; data: ArrayBuffer }>
}

export function createRequester(around: RequestEnvironment): Requester {
  /** What was answered: JSON, or a `Blob`. */
  async function send(
    call: Call,
    input: Record<string, unknown>,
    options: Options,
    kind: 'json' | 'blob',
  ): Promise<unknown> {
    const { address, headers, body, form } = encodeRequest(call, input, options.files, around)
    return withLimit(options.signal, async (signal) => {
      const early = kind === 'json' ? await takeEarlyAnswer(earlyName(address, form), signal) : undefined
      const response: FetchResponse<unknown> =
        early ??
        (await ofetch.raw(address, {
          method: 'POST',
          headers,
          referrerPolicy: 'no-referrer',
          signal,
          // No automatic retries; the HTTP status is evaluated below.
          retry: 0,
          keepalive: options.leaving === true && fitsLeaving(input, options.files),
          ignoreResponseError: true,
          responseType: kind,
          ...(body ? { body } : {}),
        }))
      const endsIn = Number(response.headers.get('session-ends-in') ?? undefined)
      if (headers['platform-token'] && endsIn > 0)
        noteEnd(around.store, headers['platform-token'], around.now(), endsIn * 1000)
      if (!response.ok) throw unanswered(response.status, response.headers.get('retry-after'))
      const { _data: data } = response
      // A file call is refused in JSON.
      return data instanceof Blob && response.headers.get('content-type')?.startsWith('application/json')
        ? JSON.parse(await data.text())
        : data
    })
  }

  async function request<C extends Call>(call: C, input: Input<C>, options: Options = {}): Promise<Reply<C>> {
    // The login of this page expired or was ended in another tab: its data is personal, so the call is refused instead
    // of sent without a login.
    if (call.access !== 'open' && around.signedIn?.() && readToken(around.store, around.now()) === undefined) {
      return settle(
        call,
        {
          status: -1,
          code: around.store.getItem(KEYS.token) === null ? SESSION_NONE : SESSION_EXPIRED,
          message: '',
          data: null,
        },
        around,
      )
    }
    const reply = settle(call, await send(call, input, options, 'json'), around)
    if (reply.ok || reply.fields['unique'] !== 'spent') return reply
    // The device secret belongs to a session or is too old to start anything (decision 0034), so a new one is created.
    renewSecret(around.store)
    return settle(call, await send(call, input, options, 'json'), around)
  }

  const bytesAs =
    <T>(read: (bytes: Blob) => T | Promise<T>) =>
    async <C extends Call>(
      call: C,
      input: Input<C>,
      options: Options = {},
    ): Promise<Reply<C> | { ok: true; data: T }> => {
      const data = await send(call, input, options, 'blob')
      return data instanceof Blob ? { ok: true, data: await read(data) } : settle(call, data, around)
    }

  return { request, blob: bytesAs((it) => it), arrayBuffer: bytesAs((it) => it.arrayBuffer()) }
}

/** Where a call is sent that has its input in the address. */
export const addressOf = (
  call: Call,
  input: Record<string, unknown>,
  { base, lang }: { base: string; lang: Lang },
): string => `${base}${pathOf(call)}?${new URLSearchParams({ ...encodeFields(input), lang })}`

/** What is sent for a call: address, headers, and the form of a multipart call. */
export function encodeRequest(
  call: Call,
  input: Record<string, unknown>,
  files: Record<string, Blob> | undefined,
  around: RequestEnvironment,
) {
  const multipart = call.transport === 'multipart'
  const fields = encodeFields(input)
  const address = addressOf(call, multipart ? {} : input, { base: around.base, lang: around.lang() })
  const headers = callHeaders(call.access, around)
  return multipart ? { address, headers, body: formData(fields, files), form: fields } : { address, headers }
}

/**
 * Whether a call may outlive its page; the browser would refuse longer ones outright, so they are sent like other
 * calls.
 */
function fitsLeaving(input: Record<string, unknown>, files: Record<string, Blob> = {}): boolean {
  const parts = Object.entries(encodeFields(input))
  const bytes = new TextEncoder().encode(parts.flat().join('')).length + parts.length * PART_BYTES
  return Object.keys(files).length === 0 && bytes < LEAVING_BYTES
}

function formData(fields: Record<string, string>, files: Record<string, Blob> = {}): FormData {
  const body = new FormData()
  for (const [key, value] of Object.entries(fields)) body.append(key, value)
  for (const [key, file] of Object.entries(files)) body.append(key, file)
  return body
}

/** Runs a call until its answer is complete, the caller aborts, or the time-out of spec §9 has passed. */
export async function withLimit<T>(
  given: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
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
    // Not JSON of ours: something between us and the server answered.
    if (error instanceof SyntaxError) throw new RequestFailed('server')
    throw new RequestFailed(late ? 'timeout' : 'offline')
  } finally {
    clearTimeout(timer)
    given?.removeEventListener('abort', giveUp)
  }
}
