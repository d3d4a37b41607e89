/**
 * One contract per call serves the browser's requester and the server's route (spec §7, design §2 "Calls").
 * Zod schemas hold codes as messages (`z.minLength(1, 'required')`), never words: words live in locales. They are
 * `zod/mini`'s, as everything that the browser loads (decision 0008).
 */
import { z } from 'zod/mini'
import type { CommonCode, FieldErrors, NotAllowedCause } from './errors.ts'

/** Who may call: anyone · the device that has the visitor's key `unique` (or a login) · a logged-in person. */
export type Access = 'open' | 'holder' | 'login'
/** How the payload travels: query parameters (the rule) or multipart (files, signatures, long texts). */
type Transport = 'query' | 'multipart'

/** Default maximum bytes of a body without files, and the maximum that a call may set instead (decision 0033). */
export const BODY_BYTES = 64 * 1024
export const MOST_BODY_BYTES = 128 * 1024

/** Kinds of things that a session may be limited to (`claim:<id>`): a phone that continues a claim begun elsewhere. */
type Scope = 'claim'

export interface Call<
  I extends z.ZodMiniObject = z.ZodMiniObject,
  O extends z.ZodMiniType = z.ZodMiniType,
  E extends string = string,
  A extends Access = Access,
> {
  /** First path segment: `index` by default, `file` for uploads and downloads. */
  readonly module: string
  /** Rest of the path, e.g. `order/quote`. */
  readonly path: string
  readonly access: A
  readonly transport: Transport
  readonly input: I
  /** Schema of `data` when `status` is 1. A file call answers bytes instead and has `z.instanceof(Uint8Array)` here. */
  readonly output: O
  /** Reasons of refusal (`status: 0`) besides `COMMON_CODES`. */
  readonly errors: readonly E[]
  /** Kinds of limited sessions that may also make the call: with `claim`, one that is limited to a single claim. */
  readonly scopes: readonly Scope[]
  /** Maximum bytes of all its fields together. */
  readonly bodyBytes: number
}

type Definition<I extends z.ZodMiniObject, O extends z.ZodMiniType, E extends string, A extends Access> = {
  module?: string
  path: string
  access: A
  transport?: Transport
  input: I
  output: O
  errors?: readonly E[]
  scopes?: readonly Scope[]
  bodyBytes?: number
}

/** Declares a call. */
export function call<
  I extends z.ZodMiniObject,
  O extends z.ZodMiniType,
  const A extends Access,
  const E extends string = never,
>(definition: Definition<I, O, E, A>): Call<I, O, E, A> {
  return { module: 'index', transport: 'query', errors: [], scopes: [], bodyBytes: BODY_BYTES, ...definition }
}

export type Input<C extends Call> = z.input<C['input']>
export type Parsed<C extends Call> = z.output<C['input']>
export type Output<C extends Call> = z.output<C['output']>
export type Reason<C extends Call> = C['errors'][number] | CommonCode

/** The envelope of every JSON reply. `message` is in the request's language. */
export type Envelope<T = unknown, R extends string = string> =
  | { status: 1; code: 0; message: string; data: T }
  | { status: 0; code: R; message: string; data: Refused }
  | { status: -1; code: number; message: string; data: { cause: NotAllowedCause } | null }

/** The data of a refusal besides its reason. */
export interface Refused {
  fields?: FieldErrors
  /** Seconds until a limited call may be tried again. */
  retryAfter?: number
  [extra: string]: unknown
}

/** `/index/order/quote` */
export const pathOf = (c: Pick<Call, 'module' | 'path'>): string => `/${c.module}/${c.path}`

/**
 * Encodes an input as flat strings: strings as they are, everything else as JSON; `undefined` is left out.
 * The inverse of `decodeFields`.
 */
export function encodeFields(input: Record<string, unknown>): Record<string, string> {
  const out: Record<string, string> = {}
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue
    out[key] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return out
}

/**
 * Decodes flat strings by the schema: a field that accepts a string keeps it raw, any other is parsed as JSON.
 * Text that is not JSON stays text, so that the schema refuses it with its own code.
 */
export function decodeFields(schema: z.ZodMiniObject, raw: Record<string, unknown>): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [key, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    const value = raw[key]
    if (value === undefined) continue
    out[key] = typeof value !== 'string' || takesString(field) ? value : parseOrKeep(value)
  }
  return out
}

const taking = new WeakMap<z.core.$ZodType, boolean>()

function takesString(field: z.core.$ZodType): boolean {
  const known = taking.get(field)
  if (known !== undefined) return known
  const takes = isOfString(field)
  taking.set(field, takes)
  return takes
}

function isOfString(field: z.core.$ZodType): boolean {
  const inner = unwrap(field)
  if (inner instanceof z.core.$ZodString || inner instanceof z.core.$ZodEnum) return true
  return inner instanceof z.core.$ZodLiteral && inner._zod.def.values.every((v) => typeof v === 'string')
}

function unwrap(field: z.core.$ZodType): z.core.$ZodType {
  if (
    field instanceof z.core.$ZodOptional ||
    field instanceof z.core.$ZodNullable ||
    field instanceof z.core.$ZodDefault
  ) {
    return unwrap(field._zod.def.innerType)
  }
  return field instanceof z.core.$ZodPipe ? unwrap(field._zod.def.in) : field
}

function parseOrKeep(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Field errors of a failed parse: `people.insured.idNumber` → code. The first error of a field wins. */
export function fieldErrors(error: z.core.$ZodError): FieldErrors {
  const out: FieldErrors = {}
  for (const issue of error.issues) {
    const key = issue.path.join('.')
    out[key] ??= /^[a-z_]+$/.test(issue.message) ? issue.message : 'invalid'
  }
  return out
}
