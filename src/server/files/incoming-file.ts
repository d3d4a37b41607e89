/**
 * A file that somebody sends, before its check: on disk under its own key, so that a slow sender holds no memory. The
 * key exists nowhere until the caller stores it (sealed) in a row; what a crash leaves behind before that nobody can
 * read, and a sweep deletes it.
 */
import { randomBytes } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { decrypted } from './encrypted-chunks.ts'
import { ignoreMissing, onDemand, syncFolder, writeEncrypted, type SizeAndHash } from './encrypted-file.ts'

export interface Incoming extends SizeAndHash {
  /** The file's name on disk. */
  id: string
  stream: () => AsyncIterable<Buffer>
  discard: () => Promise<void>
}

export interface Arrived extends Incoming {
  key: Buffer
}

/** Writes the stream to `id` in `folder`, durably. `reject` may throw after the last byte; then nothing is left. */
export async function receive(
  folder: string,
  id: string,
  source: AsyncIterable<Uint8Array>,
  reject: (size: number) => void,
): Promise<Arrived> {
  const key = randomBytes(32)
  const measured = await writeEncrypted(`${folder}/${id}`, key, source, { sync: true, reject })
  await syncFolder(folder)
  return { ...reopen(folder, id, key, measured), key }
}

/** A file that was received before, perhaps by another process. */
export function reopen(folder: string, id: string, key: Buffer, { size, sha256 }: SizeAndHash): Incoming {
  const path = `${folder}/${id}`
  return {
    id,
    size,
    sha256,
    stream: () => decrypted(key, onDemand(path)),
    discard: () => unlink(path).catch(ignoreMissing),
  }
}
