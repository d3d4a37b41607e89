/**
 * Files in a storage, encrypted each under its own key: written as a stream and measured on the way, so that a slow
 * sender holds no memory. A key exists nowhere until the caller stores it (sealed) in a row; what a crash leaves behind
 * before that nobody can read, and a sweep deletes it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { decrypted, encrypted } from './encrypted-chunks.ts'
import type { Storage } from './storage.ts'

/** Of the plain bytes as they arrived, not of those that are stored. */
interface SizeAndHash {
  size: number
  sha256: string
}

export interface Incoming extends SizeAndHash {
  /** The file's name in the storage. */
  id: string
  stream: () => AsyncIterable<Buffer>
  discard: () => Promise<void>
}

/** Writes a new file, durably. `reject` may throw after the last byte; on any failure no file is left. */
export async function writeEncrypted(
  storage: Storage,
  id: string,
  source: AsyncIterable<Uint8Array>,
  reject?: (size: number) => void,
): Promise<SizeAndHash & { key: Buffer }> {
  const key = randomBytes(32)
  const hash = createHash('sha256')
  let size = 0
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const part of source) {
      hash.update(part)
      size += part.byteLength
      yield part
    }
    // Before the end: a storage takes what fails for incomplete, and leaves nothing.
    reject?.(size)
  }
  await storage.write(id, encrypted(key, measured()))
  return { key, size, sha256: hash.digest('hex') }
}

/** A file that was written before, perhaps by another process. */
export function reopen(storage: Storage, id: string, key: Buffer, { size, sha256 }: SizeAndHash): Incoming {
  return {
    id,
    size,
    sha256,
    stream: () => decrypted(key, storage.read(id)),
    discard: () => storage.delete(id),
  }
}
