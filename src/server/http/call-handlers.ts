/** How a feature answers a call: `handle(call, fn)`. The rest (parsing, access, envelope) is in register-calls.ts. */
import type { Readable } from 'node:stream'
import { z } from 'zod'
import {
  decodeFields,
  fieldErrors,
  type Call,
  type Output,
  type Parsed,
  type Reason,
  type Refused,
} from '../../lib/contract.ts'
import type { Device } from '../../lib/device.ts'
import { SESSION_NONE, type NotAllowedCause } from '../../lib/errors.ts'
import type { Lang } from '../../lib/locale.ts'
import type { Caller } from './caller.ts'
import type { Deps } from '../dependencies.ts'

export interface Context {
  deps: Deps
  lang: Lang
  caller: Caller
  requestId: string
  ip: string
  userAgent: string
  /** Judged by user agent alone (spec §9). */
  device: Device
  /** A signal that is aborted when the caller closes the connection; absent where nobody waits for an answer. */
  gone?: () => AbortSignal
}

/** A context whose caller is logged in: what a call with `access: 'login'` gets. */
export type UserContext = Context & { caller: Extract<Caller, { kind: 'user' }> }
type ContextOf<C extends Call> = C['access'] extends 'login' ? UserContext : Context

/** A file part of a multipart call. It must be read to its end before the next part is asked for. */
export interface Upload {
  field: string
  /** As sent, possibly with folders in it; never to be trusted. */
  name: string
  /** As the browser claims it; never to be trusted. */
  mime: string
  stream: Readable
  /** True after the end of the stream when the file was longer than allowed. */
  truncated: () => boolean
}

/** A handler's answer as bytes instead of an envelope. */
export interface FileReply {
  mime: string
  body: Readable | Uint8Array
  /** Offered as a download under this name; shown in the browser when absent. */
  downloadAs?: string
  size?: number
}

/** A call with its handler. `run` gets the fields as they were sent, and parses them by the call's schema. */
export type Route = {
  call: Call
  /** Namespace of the words of its refusals, where it is not the feature's (`withWords`). */
  words?: string
} & (
  | { kind: 'json'; run: (raw: Raw, ctx: Context) => Promise<unknown> }
  | {
      kind: 'upload'
      maxFiles: number
      parts?: readonly string[]
      run: (raw: Raw, ctx: Context, files: AsyncIterable<Upload>) => Promise<unknown>
    }
  | { kind: 'file'; run: (raw: Raw, ctx: Context) => Promise<FileReply> }
)
type Raw = Record<string, unknown>

/** Calls of a page that has its words to itself: their refusals are said in its words, whichever feature answers. */
export const withWords = (words: string, routes: readonly Route[]): Route[] => routes.map((it) => ({ ...it, words }))

/** Answers a call with JSON. Throw `Refusal` for `status: 0`, `Denial` for `status: -1`. */
export const handle = <C extends Call>(
  call: C,
  run: (input: Parsed<C>, ctx: ContextOf<C>) => Promise<Output<C>>,
): Route => ({ call, kind: 'json', run: async (raw, ctx) => run(parse(call, raw), contextFor(call, ctx)) })

/**
 * Answers a multipart call: fields come first and are parsed, then the files are streamed, `maxFiles` at most.
 * `parts` names the parts that may carry a file; any part may when it is left out.
 */
export const handleUpload = <C extends Call>(
  call: C,
  maxFiles: number,
  run: (input: Parsed<C>, ctx: ContextOf<C>, files: AsyncIterable<Upload>) => Promise<Output<C>>,
  parts?: readonly string[],
): Route => ({
  call,
  kind: 'upload',
  maxFiles,
  run: async (raw, ctx, files) => run(parse(call, raw), contextFor(call, ctx), files),
  ...(parts ? { parts } : {}),
})

/** Answers a call with bytes (spec §7, blob response). A refusal is still an envelope. */
export const handleFile = <C extends Call>(
  call: C,
  run: (input: Parsed<C>, ctx: ContextOf<C>) => Promise<FileReply>,
): Route => ({ call, kind: 'file', run: async (raw, ctx) => run(parse(call, raw), contextFor(call, ctx)) })

function parse<C extends Call>(call: C, raw: Raw): Parsed<C> {
  const { input }: Pick<C, 'input'> = call
  const parsed = z.safeParse(input, decodeFields(input, raw))
  if (!parsed.success) throw new Refusal('invalid', { fields: fieldErrors(parsed.error) })
  const broken = Object.entries(parsed.data).filter(([, value]) => !isText(value))
  if (broken.length > 0)
    throw new Refusal('invalid', { fields: Object.fromEntries(broken.map(([field]) => [field, 'invalid'])) })
  return parsed.data
}

/**
 * PostgreSQL accepts neither NUL nor half a surrogate pair, and no person types them. Searched for in what the schema
 * accepted.
 */
function isText(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, part]) => isText(key) && isText(part))
}

const isFor = <C extends Call>(call: C, ctx: Context): ctx is ContextOf<C> =>
  call.access !== 'login' || ctx.caller.kind === 'user'

/** What access the call needs has been checked before a byte of its body was read. */
function contextFor<C extends Call>(call: C, ctx: Context): ContextOf<C> {
  if (!isFor(call, ctx)) throw new Denial(SESSION_NONE)
  return ctx
}

/**
 * The request was understood and refused: `status: 0`. `code` is one of the call's `errors` or a common one;
 * `data` holds `fields` (field → code), `retryAfter` (seconds) and whatever else the screen needs.
 */
export class Refusal<C extends Call = Call> extends Error {
  readonly code: string
  readonly data: Refused
  constructor(code: Reason<C> | (string & {}), data: Refused = {}) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }
}

/** A code of the catalogue, `status: -1` (spec §8). `cause` says why it is 31000, and chooses the words. */
export class Denial extends Error {
  readonly code: number
  override readonly cause: NotAllowedCause | undefined
  constructor(code: number, cause?: NotAllowedCause) {
    super(String(code))
    this.name = 'Denial'
    this.code = code
    this.cause = cause
  }
}
