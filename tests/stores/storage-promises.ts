/** What every storage promises: the same tests for a folder, for an imitated store, and for a real one. */
import { expect, test } from 'vitest'
import type { Storage } from '../../src/server/files/storage.ts'

const MEBIBYTE = 1024 * 1024

async function bytesOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

async function* inParts(whole: Buffer, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
}

async function namesIn(storage: Storage): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of storage.list()) names.push(name)
  return names.sort()
}

/** Bytes of which no two parts are the same. */
function bytes(length: number): Buffer {
  const made = Buffer.alloc(length)
  for (let at = 0; at < length; at += 4) made.writeUInt32LE(at, at)
  return made
}

export function storagePromises(open: () => Storage): void {
  test.each([0, 4, 300_000, 5 * MEBIBYTE, 11 * MEBIBYTE])('%i bytes come back as they were stored', async (length) => {
    const [storage, stored] = [open(), bytes(length)]
    await storage.write('a', inParts(stored))
    expect((await bytesOf(storage.read('a'))).equals(stored)).toBe(true)
    await storage.delete('a')
  })

  test.each([100, 11 * MEBIBYTE])(
    'a source that fails after %i bytes leaves nothing, and its own error',
    async (length) => {
      const storage = open()
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield* inParts(bytes(length))
        throw new RangeError('too long')
      }
      await expect(storage.write('half', broken())).rejects.toThrow(new RangeError('too long'))
      expect(await namesIn(storage)).toEqual([])
      await expect(bytesOf(storage.read('half'))).rejects.toThrow()
    },
  )

  test('what is stored is listed with its time, and gone once it is deleted', async () => {
    const storage = open()
    const before = Date.now()
    for (const name of ['one', 'two.incoming']) await storage.write(name, inParts(bytes(8)))
    expect(await namesIn(storage)).toEqual(['one', 'two.incoming'])
    for await (const { at } of storage.list()) expect(Math.abs(at - before)).toBeLessThan(60_000)
    for (const name of ['one', 'two.incoming', 'never-there']) await storage.delete(name)
    expect(await namesIn(storage)).toEqual([])
  })

  test('what is missing fails whoever reads it, and only when it is read', async () => {
    const missing = open().read('nothing')
    await expect(bytesOf(missing)).rejects.toThrow()
  })

  test('a probe leaves nothing behind', async () => {
    const storage = open()
    await storage.probe()
    expect(await namesIn(storage)).toEqual([])
  })
}
