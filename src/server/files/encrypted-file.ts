/** Encrypted files on disk: written as a stream, measured on the way, opened when they are read. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { encrypted } from './encrypted-chunks.ts'

/** Of the plain bytes as they arrived, not of those on disk. */
export interface SizeAndHash {
  size: number
  sha256: string
}

/**
 * Opens the file when its first byte is read: a stream that is never read keeps no file open, and a missing file fails
 * the reader.
 */
export async function* onDemand(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path) as AsyncIterable<Uint8Array>
}

/** Writes a new file. `reject` may throw after the last byte; on any failure no file is left. */
export async function writeEncrypted(
  path: string,
  key: Buffer,
  source: AsyncIterable<Uint8Array>,
  { sync, reject }: { sync: boolean; reject?: (size: number) => void },
): Promise<SizeAndHash> {
  const hash = createHash('sha256')
  let size = 0
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const part of source) {
      hash.update(part)
      size += part.byteLength
      yield part
    }
  }
  const handle = await open(path, 'wx', 0o600)
  try {
    await writeAll(handle, encrypted(key, measured()))
    reject?.(size)
    if (sync) await handle.sync()
    await handle.close()
  } catch (error) {
    await handle.close().catch(() => undefined)
    await unlink(path).catch(ignoreMissing)
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

/** Buffers that are written together: each write takes one of the process's four threads. */
const TOGETHER = 8

async function writeAll(handle: FileHandle, source: AsyncIterable<Uint8Array>): Promise<void> {
  let waiting: Uint8Array[] = []
  const flush = async (): Promise<void> => {
    const bytes = waiting.reduce((sum, it) => sum + it.byteLength, 0)
    if (bytes === 0) return
    const { bytesWritten } = await handle.writev(waiting)
    // A disk that becomes full takes a part; writing the rest names the cause.
    if (bytesWritten < bytes) await handle.writeFile(Buffer.concat(waiting).subarray(bytesWritten))
    waiting = []
  }
  for await (const part of source) {
    waiting.push(part)
    if (waiting.length === TOGETHER) await flush()
  }
  await flush()
}

export function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}

/** After a power cut a new name exists or it does not: never half of it. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
