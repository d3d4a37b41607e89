/**
 * Takes a file in from outside: received under a key of its own, looked at by its content, drawn or written anew, kept with
 * its row in one transaction. Knows no feature. What is refused is refused by a code with words of its own
 * (`errors:field.<code>`), and leaves nothing behind.
 */
import { LIMITS } from '../../lib/limits.ts'
import type { Trx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import type { Staged, StoredFile } from '../files/files.ts'
import type { Incoming } from '../files/incoming.ts'
import { Refusal, type Upload } from '../route.ts'
import { infected } from './clamav.ts'
import { examined, type Examined } from './examine.ts'
import { claimsOurs, cleanName, nameAgrees } from './names.ts'
import { createHeld } from './held.ts'
import { createQueue } from './queue.ts'
import { refuse } from './refuse.ts'
import { sniff, type Kind } from './sniff.ts'

export type { IntakeCode } from './refuse.ts'

export interface Taken {
  /** What is kept: re-encoded. Its name is the sender's, without folders. */
  file: StoredFile
  /** A small JPEG for lists (288 × 336 at most); null for a PDF. */
  thumb: StoredFile | null
  /** 1 for a picture. */
  pages: number
  /** As sent: what the receipt shows and the browser compares. */
  received: { size: number; sha256: string }
}

export interface IntakeOptions {
  /** Whose it is, as the feature says it: `claim:<id>` … `serveFile` asks for the same. */
  owner: string
  /** Who sends it, `user:<id>`: nobody may have more than so many on their way at a time. The owner when not given. */
  sender?: string
  /** Of the whole file as the browser has it, hex: another one means that something was lost on the way. */
  sha256?: string
}

export type Also = (trx: Trx, taken: Taken) => Promise<void>

const MOST = LIMITS.maxFileMebibytes * 1024 * 1024

/** Making a file anew takes a process of up to some 150 MB: one at a time keeps four people with nine photos each under 300 MB. */
const queue = createQueue(1)

/** Two batches of nine photos each person; 3 GB of disk in all. */
const held = createHeld({ each: 2 * LIMITS.maxPhotos, all: 200 })

/**
 * Takes one file in. Throws `Refusal(code, {fields: {file: code}})` with a code of `IntakeCode`, and `ScannerSilent` (503)
 * when a scanner is set and gives no answer, `Refusal('too_many')` for too many at a time; nothing is kept then. `also` writes its rows in the very transaction that
 * makes the files known; what it throws undoes everything.
 */
export async function takeIn(deps: Deps, upload: Upload, options: IntakeOptions, also: Also): Promise<Taken> {
  return held.run(senderOf(options), async () => {
    const { name, incoming } = await receive(deps, upload)
    return keep(deps, name, incoming, options, also)
  }).finally(() => upload.stream.resume())
}

const senderOf = ({ sender, owner }: IntakeOptions): string => sender ?? owner

/** The same for a call that takes exactly one file: none is refused as `required`, a second as `files_too_many`. */
export function takeOnly(deps: Deps, files: AsyncIterable<Upload>, options: IntakeOptions, also: Also): Promise<Taken> {
  let begun = false
  return held.run(senderOf(options), () => {
    begun = true
    return only(deps, files, options, also)
  }).catch((error: unknown) => {
    // The answer does not wait for bytes that nobody wants.
    if (!begun) void drain(files).catch(() => undefined)
    throw error
  })
}

/** Reads files to their end and keeps nothing. */
export async function drain(files: AsyncIterable<Upload>): Promise<void> {
  for await (const { stream } of files) for await (const _ of stream) void _
}

async function only(deps: Deps, files: AsyncIterable<Upload>, options: IntakeOptions, also: Also): Promise<Taken> {
  let one: { name: string; incoming: Incoming } | undefined
  try {
    for await (const upload of files) {
      if (one) throw new Refusal('files_too_many', { fields: { [upload.field]: 'files_too_many' } })
      one = await receive(deps, upload)
    }
  } catch (error) {
    await one?.incoming.discard()
    throw error
  }
  if (!one) throw new Refusal('invalid', { fields: { file: 'required' } })
  return keep(deps, one.name, one.incoming, options, also)
}

async function receive(deps: Deps, upload: Upload): Promise<{ name: string; incoming: Incoming }> {
  const name = cleanName(upload.name)
  if (name === null) {
    upload.stream.resume()
    refuse('file_name')
  }
  const incoming = await deps.files.receive(bounded(upload), (size) => {
    if (upload.truncated()) refuse('file_size')
    if (size === 0) refuse('file_empty')
  })
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

async function keep(deps: Deps, name: string, incoming: Incoming, options: IntakeOptions, also: Also): Promise<Taken> {
  const received = { size: incoming.size, sha256: incoming.sha256 }
  const staged: Staged[] = []
  try {
    if (options.sha256 !== undefined && options.sha256.toLowerCase() !== received.sha256) refuse('file_checksum')
    const kind = kindOf(await headOf(incoming.stream()), name)
    const { clamav } = deps.config
    if (clamav && (await infected(clamav, incoming.stream()))) refuse('file_virus')
    const taken = await queue.run(() => examined(kind, incoming, (made) => stage(deps, name, made, options.owner, staged)))
    await deps.write(async (trx) => {
      for (const it of staged) await it.keep(trx)
      await also(trx, { ...taken, received })
    })
    return { ...taken, received }
  } catch (error) {
    await Promise.all(staged.map((it) => it.drop()))
    throw error
  } finally {
    await incoming.discard()
  }
}

async function headOf(source: AsyncIterable<Buffer>): Promise<Buffer> {
  for await (const part of source) return part
  return Buffer.alloc(0)
}

/** By content; the name only has to agree. */
function kindOf(head: Buffer, name: string): Kind {
  const kind = sniff(head)
  if (kind === 'heic') refuse('file_heic')
  // A name of ours over something else is a damaged or disguised file: "use a JPEG" would be no help.
  if (kind === undefined) refuse(claimsOurs(name) ? 'file_mismatch' : 'file_type')
  if (!nameAgrees(name, kind)) refuse('file_mismatch')
  return kind
}

async function stage(deps: Deps, name: string, made: Examined, owner: string, staged: Staged[]): Promise<Omit<Taken, 'received'>> {
  const put = async (content: AsyncIterable<Uint8Array>, mime: string): Promise<StoredFile> => {
    const it = await deps.files.stage(content, { owner, name, mime })
    staged.push(it)
    return it.file
  }
  return { file: await put(made.file, made.mime), thumb: made.thumb ? await put(made.thumb, 'image/jpeg') : null, pages: made.pages }
}
