/** How a feature answers a call: `handle(call, fn)`. The rest (parsing, access, envelope) is in register-calls.ts. */
import type { Readable } from 'node:stream'
import type { Call, Output, Parsed, Reason, Refused } from '../lib/contract.ts'
import type { Device } from '../lib/device.ts'
import type { Lang } from '../lib/locale.ts'
import type { Caller } from './caller.ts'
import type { Deps } from './dependencies.ts'

export interface Context {
  deps: Deps
  lang: Lang
  caller: Caller
  requestId: string
  ip: string
  userAgent: string
  /** Judged by user agent alone (spec §9). */
  device: Device
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

export type Route = { call: Call } & (
  | { kind: 'json'; run: (input: never, ctx: never) => Promise<unknown> }
  | {
      kind: 'upload'
      maxFiles: number
      parts?: readonly string[]
      run: (input: never, ctx: never, files: AsyncIterable<Upload>) => Promise<unknown>
    }
  | { kind: 'file'; run: (input: never, ctx: never) => Promise<FileReply> }
)

/** Answers a call with JSON. Throw `Refusal` for `status: 0`, `Denial` for `status: -1`. */
export const handle = <C extends Call>(
  call: C,
  run: (input: Parsed<C>, ctx: ContextOf<C>) => Promise<Output<C>>,
): Route => ({ call, kind: 'json', run })

/**
 * Answers a multipart call: fields come first and are parsed, then the files are streamed, `maxFiles` at most.
 * `parts` names the parts that may carry a file; any part may when it is left out.
 */
export const handleUpload = <C extends Call>(
  call: C,
  maxFiles: number,
  run: (input: Parsed<C>, ctx: ContextOf<C>, files: AsyncIterable<Upload>) => Promise<Output<C>>,
  parts?: readonly string[],
): Route => ({ call, kind: 'upload', maxFiles, run, ...(parts ? { parts } : {}) })

/** Answers a call with bytes (spec §7, blob response). A refusal is still an envelope. */
export const handleFile = <C extends Call>(
  call: C,
  run: (input: Parsed<C>, ctx: ContextOf<C>) => Promise<FileReply>,
): Route => ({ call, kind: 'file', run })

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

/**
 * A code of the catalogue, `status: -1` (spec §8). `words` is a message key for 30000; otherwise the code's own words
 * are used.
 */
export class Denial extends Error {
  readonly code: number
  readonly words: string | undefined
  constructor(code: number, words?: string) {
    super(String(code))
    this.name = 'Denial'
    this.code = code
    this.words = words
  }
}
