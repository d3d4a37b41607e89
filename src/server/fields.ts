/** Reads the raw fields of a call: query parameters, a JSON or form body, or the parts of a multipart body. */
import type { MultipartFile } from '@fastify/multipart'
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

/** Fields of a call, and the files behind them when it takes any. Fields must come before files. */
export async function readFields(request: FastifyRequest, maxFiles: number): Promise<{ raw: Raw; files: AsyncIterable<Upload> }> {
  const raw = plain(request)
  if (!request.isMultipart()) return { raw, files: none() }
  const parts = request.parts({ limits: { files: Math.max(maxFiles, 1), fileSize: BODY_LIMITS.file } })
  let first: MultipartFile | undefined
  for (;;) {
    const next = await parts.next()
    if (next.done) break
    if (next.value.type === 'file') {
      first = next.value
      break
    }
    raw[next.value.fieldname] = next.value.value
  }
  if (first && maxFiles === 0) {
    first.file.resume()
    throw new Refusal('invalid', { fields: { [first.fieldname]: 'unexpected' } })
  }
  return { raw, files: uploads(first, parts) }
}

async function* none(): AsyncGenerator<Upload> {}

async function* uploads(first: MultipartFile | undefined, rest: AsyncIterableIterator<{ type: string } | MultipartFile>): AsyncGenerator<Upload> {
  if (!first) return
  yield upload(first)
  for await (const part of rest) if ('file' in part) yield upload(part)
}

const upload = (part: MultipartFile): Upload => ({
  field: part.fieldname,
  name: part.filename.slice(0, 200),
  mime: part.mimetype,
  stream: part.file,
  truncated: () => part.file.truncated,
})
