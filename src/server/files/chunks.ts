/**
 * Encryption of a stream in chunks, so that no byte leaves before it is verified and no file is held in memory.
 * Each chunk is AES-256-GCM under the file's own key; its nonce is its number and whether it is the last,
 * so chunks can be neither swapped nor cut off.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'

export const CHUNK = 64 * 1024
const TAG = 16

function nonce(index: number, last: boolean): Buffer {
  const out = Buffer.alloc(12)
  out.writeUInt32BE(index, 0)
  out[11] = last ? 1 : 0
  return out
}

function sealChunk(key: Buffer, index: number, last: boolean, plain: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce(index, last))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function openChunk(key: Buffer, index: number, last: boolean, sealed: Buffer): Buffer {
  const cut = sealed.length - TAG
  if (cut < 0) throw new Error('file is cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce(index, last), { authTagLength: TAG })
  decipher.setAuthTag(sealed.subarray(cut))
  return Buffer.concat([decipher.update(sealed.subarray(0, cut)), decipher.final()])
}

/** Pieces of exactly `size` bytes, the last one shorter, never empty unless the whole is. Marks the last. */
async function* pieces(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<{ bytes: Buffer; last: boolean }> {
  let kept: Buffer[] = []
  let length = 0
  for await (const part of source) {
    kept.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    length += part.byteLength
    // One piece is always held back: only the end of the source tells which is the last.
    if (length <= size) continue
    let whole = Buffer.concat(kept)
    while (whole.length > size) {
      yield { bytes: whole.subarray(0, size), last: false }
      whole = whole.subarray(size)
    }
    kept = [whole]
    length = whole.length
  }
  yield { bytes: Buffer.concat(kept), last: true }
}

export async function* encrypted(key: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0
  for await (const { bytes, last } of pieces(source, CHUNK)) yield sealChunk(key, index++, last, bytes)
}

/** The twin of `encrypted`. Throws at the first chunk that was changed. */
export async function* decrypted(key: Buffer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let index = 0
  for await (const { bytes, last } of pieces(source, CHUNK + TAG)) yield openChunk(key, index++, last, bytes)
}
