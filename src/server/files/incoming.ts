/**
 * What somebody sends, before it was looked at: on disk under a key that only this process knows, so that a slow sender
 * holds no memory, and what a crash leaves behind cannot be read by anyone. The sweep takes it away.
 */
import { randomBytes } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { decrypted } from './chunks.ts'
import { ignoreMissing, onDemand, writeSealed, type Measured } from './sealed.ts'

export interface Incoming extends Measured {
  stream: () => AsyncIterable<Buffer>
  discard: () => Promise<void>
}

/** Writes the stream to `path`. `reject` may throw after the last byte; nothing is left then. */
export async function receive(path: string, source: AsyncIterable<Uint8Array>, reject: (size: number) => void): Promise<Incoming> {
  const key = randomBytes(32)
  const measured = await writeSealed(path, key, source, { sync: false, reject })
  const stream = (): AsyncIterable<Buffer> => decrypted(key, onDemand(path))
  return {
    ...measured,
    stream,
    discard: () => unlink(path).catch(ignoreMissing),
  }
}
