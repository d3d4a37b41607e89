/** Reads the raw fields of a call: query parameters, a JSON or form body, or the parts of a multipart body. */
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { isRecord } from '../../lib/is-record.ts'
import { LIMITS } from '../../lib/limits-and-periods.ts'
import { Refusal, type Upload } from './call-handlers.ts'

export const BODY_LIMITS = {
  /** Bytes of one file. */
  file: LIMITS.maxFileMebibytes * 1024 * 1024,
  /** Files of one request (spec §9). */
  files: LIMITS.maxPhotos,
  fields: 20,
  /** Allowance in bytes for boundaries and headers besides the fields, for a body with a declared length. */
  frame: 16 * 1024,
} as const

type Raw = Record<string, unknown>

/** Query first, overridden by the body. A repeated query key keeps its last value. */
function plain({ query, body }: FastifyRequest, fields: readonly string[]): Raw {
  const raw: Raw = {}
  for (const field of fields) {
    if (isRecord(body) && Object.hasOwn(body, field)) raw[field] = body[field]
    else if (isRecord(query) && Object.hasOwn(query, field))
      raw[field] = Array.isArray(query[field]) ? query[field].at(-1) : query[field]
  }
  return raw
}

interface FieldLimits {
  maxFiles: number
  /** Parts that may carry a file; any when absent. */
  parts?: readonly string[]
  /** Names of the call's fields: others are dropped. */
  fields: readonly string[]
  /** Bytes that all fields may have together. */
  bodyBytes: number
}

interface Read {
  raw: Raw
  files: AsyncIterable<Upload>
}

/** A body is larger than its call takes: 413. */
class TooLarge extends Error {
  readonly statusCode = 413
}

/** Fields of a call, and its files if it takes any. Fields must come before files. */
export function readFields(request: FastifyRequest, wanted: FieldLimits): Read | Promise<Read> {
  const raw = plain(request, wanted.fields)
  return request.isMultipart() ? readParts(request, wanted, raw) : { raw, files: none() }
}

async function readParts(
  request: FastifyRequest,
  { maxFiles, parts: named, fields, bodyBytes }: FieldLimits,
  raw: Raw,
): Promise<Read> {
  const most = maxFiles === 0 ? bodyBytes + BODY_LIMITS.frame : Infinity
  if (Number(request.headers['content-length'] ?? 0) > most) throw new TooLarge()
  // Names keep their folders, so that one made to leave a folder is recognised.
  const parts = request.parts({
    preservePath: true,
    limits: { files: Math.max(maxFiles, 1), fileSize: BODY_LIMITS.file, fieldSize: bodyBytes },
  })
  const over = exceeded(request, most)
  let first: MultipartFile | undefined
  let bytes = 0
  for (;;) {
    const next = await Promise.race([parts.next(), over]).catch(refused)
    if (next.done) break
    if (next.value.type === 'file') {
      first = next.value
      break
    }
    const { fieldname, value, valueTruncated } = next.value
    bytes += sizeOf(value)
    if (valueTruncated || bytes > bodyBytes) throw discarded(request)
    if (fields.includes(fieldname)) raw[fieldname] = value
  }
  if (first && maxFiles === 0) throw unexpected(first)
  return { raw, files: uploads(first, parts, named) }
}

/** A part that declares JSON is parsed. */
const sizeOf = (value: unknown): number =>
  Buffer.byteLength(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Rejects when more than `most` bytes have come: a field is delivered only at its end, and this one may have none. */
function exceeded(request: FastifyRequest, most: number): Promise<never> {
  const over = new Promise<never>((_, reject) => {
    if (most === Infinity) return
    let bytes = 0
    request.raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > most && bytes - chunk.length <= most) reject(discarded(request))
    })
  })
  // Nobody waits for it any more once the fields were read.
  over.catch(() => undefined)
  return over
}

/** Discards the rest of the body. */
function discarded(request: FastifyRequest): TooLarge {
  request.raw.unpipe()
  request.raw.resume()
  return new TooLarge()
}

async function* none(): AsyncGenerator<Upload> {}

async function* uploads(
  first: MultipartFile | undefined,
  rest: AsyncIterableIterator<Multipart>,
  named?: readonly string[],
): AsyncGenerator<Upload> {
  for (let part: Multipart | undefined = first; part; part = await following(rest)) {
    // A field after a file would be lost, because the call was parsed by then.
    if (part.type === 'field') throw new Refusal('invalid', { fields: { [part.fieldname]: 'invalid' } })
    if (named && !named.includes(part.fieldname)) throw unexpected(part)
    yield upload(part)
  }
}

async function following(parts: AsyncIterableIterator<Multipart>): Promise<Multipart | undefined> {
  const next = await parts.next().catch(refused)
  return next.done ? undefined : next.value
}

function unexpected(part: MultipartFile): Refusal {
  part.file.resume()
  return new Refusal('invalid', { fields: { [part.fieldname]: 'unexpected' } })
}

/** Too many files for the call are refused in words; a body that cannot be parsed is its sender's fault and not ours. */
function refused(error: Error & { code?: string; statusCode?: number }): never {
  if (error.code === 'FST_FILES_LIMIT') throw new Refusal('files_too_many', { fields: { file: 'files_too_many' } })
  throw sent(error)
}

function sent<E extends Error & { statusCode?: number }>(error: E): E {
  error.statusCode ??= 400
  return error
}

function upload(part: MultipartFile): Upload {
  // Registered before the reader's own listener: an upload that is cut off is no failure of the server.
  part.file.on('error', sent)
  return {
    field: part.fieldname,
    name: part.filename ?? '',
    mime: part.mimetype,
    stream: part.file,
    truncated: () => part.file.truncated,
  }
}
