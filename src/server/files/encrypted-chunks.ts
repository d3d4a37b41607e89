/**
 * Encryption of a stream in chunks, so that no byte is handed out before it is verified and no file is held in memory.
 * Each chunk is AES-256-GCM under the file's own key; its nonce is its number and whether it is the last,
 * so chunks can be neither swapped nor cut off.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { countUsedBuffers } from './free-buffers.ts'

export const CHUNK = 64 * 1024
const TAG = 16

function nonce(index: number, last: boolean): Buffer {
  const out = Buffer.alloc(12)
  out.writeUInt32BE(index, 0)
  out[11] = last ? 1 : 0
  return out
}

/** Ciphertext and tag as two buffers, so that nothing is copied together. */
function sealChunk(key: Buffer, index: number, last: boolean, plain: Buffer): [Buffer, Buffer] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, last))
  const body = cipher.update(plain)
  cipher.final()
  return [body, cipher.getAuthTag()]
}

function openChunk(key: Buffer, index: number, last: boolean, sealed: Buffer): Buffer {
  const cut = sealed.length - TAG
  if (cut < 0) throw new Error('file is cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, last), { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(cut))
  const plain = decipher.update(sealed.subarray(0, cut))
  // Throws unless the tag is right; until then nothing has been handed out.
  decipher.final()
  return plain
}

/**
 * Pieces of exactly `size` bytes, the last one shorter, never empty unless the whole is. Marks the last.
 * They share one buffer: a piece is valid until the next one is asked for.
 */
async function* pieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  const box = Buffer.allocUnsafe(size)
  let filled = 0
  for await (const part of source) {
    for (let at = 0; at < part.byteLength;) {
      // A full piece is held back: only the end of the source tells which piece is the last.
      if (filled === size) {
        yield { bytes: box, last: false }
        filled = 0
      }
      const taken = part.subarray(at, at + size - filled)
      box.set(taken, filled)
      filled += taken.byteLength
      at += taken.byteLength
    }
  }
  yield { bytes: box.subarray(0, filled), last: true }
}

export async function* encrypted(key: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0
  for await (const { bytes, last } of pieces(source, CHUNK)) {
    yield* sealChunk(key, index++, last, bytes)
    countUsedBuffers(bytes.length)
  }
}

/** The inverse of `encrypted`. Throws at the first chunk that was changed. */
export async function* decrypted(key: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0
  for await (const { bytes, last } of pieces(source, CHUNK + TAG)) {
    yield openChunk(key, index++, last, bytes)
    countUsedBuffers(bytes.length)
  }
}
