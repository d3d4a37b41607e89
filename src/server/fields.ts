/** Reads the raw fields of a call: query parameters, a JSON or form body, or the parts of a multipart body. */
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { LIMITS } from '../lib/limits.ts'
import { Refusal, type Upload } from './route.ts'

export const BODY_LIMITS = {
  /** One file, bytes. */
  file: LIMITS.maxFileMebibytes * 1024 * 1024,
  /** Files of one request (spec §9). */
  files: LIMITS.maxPhotos,
  /** One text field, bytes: a signature's strokes are the longest. */
  field: 512 * 1024,
  fields: 100,
  /** A JSON body, bytes. */
  body: 1024 * 1024,
} as const

type Raw = Record<string, unknown>

const isRecord = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Query first, body over it. A repeated query key keeps its last value. */
function plain(request: FastifyRequest): Raw {
  const query = isRecord(request.query) ? request.query : {}
  const last = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, Array.isArray(value) ? value.at(-1) : value]))
  return isRecord(request.body) ? { ...last, ...request.body } : last
}

interface Wanted {
  maxFiles: number
  /** Parts that may carry a file; any when absent. */
  parts?: readonly string[]
}

/** Fields of a call, and the files behind them when it takes any. Fields must come before files. */
export async function readFields(request: FastifyRequest, { maxFiles, parts: named }: Wanted): Promise<{ raw: Raw; files: AsyncIterable<Upload> }> {
  const raw = plain(request)
  if (!request.isMultipart()) return { raw, files: none() }
  // Names come with their folders, so that one made to lead out of a folder is seen as what it is.
  const parts = request.parts({ preservePath: true, limits: { files: Math.max(maxFiles, 1), fileSize: BODY_LIMITS.file } })
  let first: MultipartFile | undefined
  for (;;) {
    const next = await parts.next().catch(refused)
    if (next.done) break
    if (next.value.type === 'file') {
      first = next.value
      break
    }
    raw[next.value.fieldname] = next.value.value
  }
  if (first && maxFiles === 0) throw unexpected(first)
  return { raw, files: uploads(first, parts, named) }
}

async function* none(): AsyncGenerator<Upload> {}

async function* uploads(first: MultipartFile | undefined, rest: AsyncIterableIterator<Multipart>, named?: readonly string[]): AsyncGenerator<Upload> {
  for (let part: Multipart | undefined = first; part; part = await following(rest)) {
    // A field behind a file would be lost: the call has been read by then.
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

/** More files than the call takes are refused in words; a body that cannot be read is its sender's fault and not ours. */
function refused(error: Error & { code?: string; statusCode?: number }): never {
  if (error.code === 'FST_FILES_LIMIT') throw new Refusal('files_too_many', { fields: { file: 'files_too_many' } })
  throw sent(error)
}

function sent<E extends Error & { statusCode?: number }>(error: E): E {
  error.statusCode ??= 400
  return error
}

function upload(part: MultipartFile): Upload {
  // Heard before the reader's own listener: cut off on the way is no failure of the server.
  part.file.on('error', sent)
  return { field: part.fieldname, name: part.filename ?? '', mime: part.mimetype, stream: part.file, truncated: () => part.file.truncated }
}
