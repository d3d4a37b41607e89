/** The first half of taking a file in: its bytes, to their end, under a name that is one. What its first bytes tell is told at once. */
import { LIMITS } from '../../lib/limits.ts'
import type { Deps } from '../dependencies.ts'
import { Refusal, type Upload } from '../call-handlers.ts'
import { tooMany } from './held.ts'
import { claimsOurs, cleanName, nameOf } from './names.ts'
import { refuse } from './refuse.ts'
import { sniff, type Kind } from './sniff.ts'

const MOST = LIMITS.maxFileMebibytes * 1024 * 1024

export type Arrived = Awaited<ReturnType<Deps['files']['receive']>>

export interface Received {
  /** The sender's, without folders, with the extension of what it is. */
  name: string
  kind: Kind
  incoming: Arrived
}

/** Reads files to their end and keeps nothing. */
export async function drain(files: AsyncIterable<Upload>): Promise<void> {
  for await (const { stream } of files) for await (const _ of stream) void _
}

/**
 * Receives the one file of a call: none is refused as `required`, a second as `files_too_many`. `sha256` is the whole file's as the browser
 * has it. Nothing is left of what is refused.
 */
export async function receiveOnly(deps: Deps, files: AsyncIterable<Upload>, { sha256, give }: { sha256?: string | undefined; give?: AbortSignal }): Promise<Received> {
  let one: { name: string; incoming: Arrived } | undefined
  try {
    for await (const upload of files) {
      if (one) throw new Refusal('files_too_many', { fields: { [upload.field]: 'files_too_many' } })
      one = await bytesOf(deps, upload, give)
    }
    if (!one) throw new Refusal('invalid', { fields: { file: 'required' } })
    return await recognised(one.name, one.incoming, sha256)
  } catch (error) {
    await one?.incoming.discard()
    throw error
  }
}

async function bytesOf(deps: Deps, upload: Upload, give?: AbortSignal): Promise<{ name: string; incoming: Arrived }> {
  const name = cleanName(upload.name)
  if (name === null) {
    upload.stream.resume()
    refuse('file_name')
  }
  const giveUp = (): void => void upload.stream.destroy(tooMany())
  give?.addEventListener('abort', giveUp)
  const incoming = await deps.files.receive(bounded(upload), (size) => {
    if (upload.truncated()) refuse('file_size')
    if (size === 0) refuse('file_empty')
  }).finally(() => give?.removeEventListener('abort', giveUp))
  return { name, incoming }
}

/** The server cuts a part off at the limit; a stream from elsewhere ends here. */
async function* bounded({ stream }: Upload): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > MOST) refuse('file_size')
    yield part
  }
}

async function recognised(sent: string, incoming: Arrived, sha256: string | undefined): Promise<Received> {
  if (sha256 !== undefined && sha256.toLowerCase() !== incoming.sha256) refuse('file_checksum')
  return { ...kindOf(await headOf(incoming.stream()), sent), incoming }
}

async function headOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const part of source) return part
  return Buffer.alloc(0)
}

/** By content; the name is corrected where that is harmless, and has to agree otherwise. */
function kindOf(head: Buffer, sent: string): { kind: Kind; name: string } {
  const kind = sniff(head)
  if (kind === 'heic') refuse('file_heic')
  // A name of ours over something else is a damaged or disguised file: "use a JPEG" would be no help.
  if (kind === undefined) refuse(claimsOurs(sent) ? 'file_mismatch' : 'file_type')
  const name = nameOf(sent, kind)
  if (name === null) refuse('file_mismatch')
  return { kind, name }
}
