/**
 * The first half of taking a file in: reads its bytes to their end and validates its name. Refuses at once what its
 * first bytes show.
 */
import { LIMITS } from '../../lib/limits-and-periods.ts'
import type { Deps } from '../dependencies.ts'
import { Refusal, type Upload } from '../http/call-handlers.ts'
import { tooManyUploads } from './upload-places.ts'
import { hasAcceptedExtension, cleanName, acceptedName } from './file-names.ts'
import { refuseFile } from './intake-refusal.ts'
import { detectFileType, type Kind } from './detect-file-type.ts'

const MOST = LIMITS.maxFileMebibytes * 1024 * 1024

type Arrived = Awaited<ReturnType<Deps['files']['receive']>>

export interface Received {
  /** The sender's, without folders, with the extension of what it is. */
  name: string
  kind: Kind
  incoming: Arrived
}

/** Reads the remaining files to their end and keeps nothing. */
export async function drain(files: AsyncIterable<Upload>): Promise<void> {
  for await (const { stream } of files) for await (const _ of stream) void _
}

/** Conditions for receiving a file; a refusal does not wait for bytes that are not needed. */
export async function checkBeforeFiles<T>(files: AsyncIterable<Upload>, check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    void drain(files).catch(() => undefined)
    throw error
  }
}

/**
 * Receives the one file of a call: no file is refused as `required`, a second one as `files_too_many`. `sha256` is the
 * whole file's as the browser has it. Nothing of a refused file is left.
 */
export async function receiveSingleFile(
  deps: Deps,
  files: AsyncIterable<Upload>,
  { sha256, give }: { sha256?: string | undefined; give?: AbortSignal },
): Promise<Received> {
  let one: { name: string; incoming: Arrived } | undefined
  try {
    for await (const upload of files) {
      if (one) throw new Refusal('files_too_many', { fields: { [upload.field]: 'files_too_many' } })
      one = await receiveBytes(deps, upload, give)
    }
    if (!one) throw new Refusal('invalid', { fields: { file: 'required' } })
    return await identifyFile(one.name, one.incoming, sha256)
  } catch (error) {
    await one?.incoming.discard()
    throw error
  }
}

async function receiveBytes(
  deps: Deps,
  upload: Upload,
  give?: AbortSignal,
): Promise<{ name: string; incoming: Arrived }> {
  const name = cleanName(upload.name)
  if (name === null) {
    upload.stream.resume()
    refuseFile('file_name')
  }
  const giveUp = (): void => void upload.stream.destroy(tooManyUploads())
  give?.addEventListener('abort', giveUp)
  const incoming = await deps.files
    .receive(bounded(upload), (size) => {
      if (upload.truncated()) refuseFile('file_size')
      if (size === 0) refuseFile('file_empty')
    })
    .finally(() => give?.removeEventListener('abort', giveUp))
  return { name, incoming }
}

/** The server truncates a part at the limit; a stream from elsewhere is ended here. */
async function* bounded({ stream }: Upload): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > MOST) refuseFile('file_size')
    yield part
  }
}

async function identifyFile(sent: string, incoming: Arrived, sha256: string | undefined): Promise<Received> {
  if (sha256 !== undefined && sha256.toLowerCase() !== incoming.sha256) refuseFile('file_checksum')
  return { ...kindOf(await firstBytes(incoming.stream()), sent), incoming }
}

async function firstBytes(source: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const part of source) return part
  return Buffer.alloc(0)
}

/** The type by content; the name is corrected where that is harmless, and has to agree otherwise. */
function kindOf(head: Buffer, sent: string): { kind: Kind; name: string } {
  const kind = detectFileType(head)
  if (kind === 'heic') refuseFile('file_heic')
  // An accepted extension on other content is a damaged or disguised file: "use a JPEG" would not help.
  if (kind === undefined) refuseFile(hasAcceptedExtension(sent) ? 'file_mismatch' : 'file_type')
  const name = acceptedName(sent, kind)
  if (name === null) refuseFile('file_mismatch')
  return { kind, name }
}
