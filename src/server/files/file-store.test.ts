import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openStore, type Store } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { ALL_TABLES } from '../../programs/database-tables.ts'
import { createSeal } from '../keys/seal.ts'
import { CHUNK, decrypted, encrypted } from './encrypted-chunks.ts'
import { createFiles, type Files } from './file-store.ts'
import { folderStorage } from './folder-storage.ts'

const key = Buffer.alloc(32, 3)
async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const stream = (...parts: Uint8Array[]): Readable => Readable.from(parts)

describe('chunks', () => {
  const sizes = fc.constantFrom(0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 17)

  test('give back what went in, however it was cut', async () => {
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 1, max: 100_000 }), async (size, step) => {
        const plain = Buffer.alloc(size, 5)
        const cut: Buffer[] = []
        for (let at = 0; at < size; at += step) cut.push(plain.subarray(at, at + step))
        const sealed = await all(encrypted(key, Readable.from(cut)))
        expect(await all(decrypted(key, stream(sealed.subarray(0, 100), sealed.subarray(100))))).toEqual(plain)
      }),
      { numRuns: 30, examples: [[131_089, 1]] },
    )
  })

  test('a file that was cut off, grown or swapped is refused', async () => {
    const sealed = await all(encrypted(key, stream(Buffer.alloc(2 * CHUNK + 9, 1))))
    const step = CHUNK + 16
    const swapped = Buffer.concat([
      sealed.subarray(step, 2 * step),
      sealed.subarray(0, step),
      sealed.subarray(2 * step),
    ])
    for (const wrong of [
      sealed.subarray(0, 2 * step),
      sealed.subarray(0, -1),
      Buffer.concat([sealed, Buffer.alloc(1)]),
      swapped,
      Buffer.alloc(0),
    ]) {
      await expect(all(decrypted(key, stream(wrong)))).rejects.toThrow()
    }
  })
})

describe('files', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'youfang-files-'))
  const folder = join(dataDir, 'files')
  const invoice = { owner: 'claim:1', name: 'invoice.pdf', mime: 'application/pdf' }
  let store: Store
  let files: Files
  beforeAll(async () => {
    store = openStore({ dataDir })
    await migrate(store, ALL_TABLES)
    files = createFiles({ store, seal: createSeal([key]), storage: folderStorage(folder), clock: () => 5 })
  })
  beforeEach(async () => {
    for (const name of readdirSync(folder)) await files.delete(name)
  })
  afterAll(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })

  test('are known by size and checksum, and unreadable on disk', async () => {
    const stored = await files.put(stream(Buffer.from('total 120.00 '), Buffer.from('USD')), invoice)
    const sha256 = createHash('sha256').update('total 120.00 USD').digest('hex')
    expect(stored).toMatchObject({ ...invoice, size: 16, sha256, created_at: 5 })
    expect(readFileSync(join(folder, stored.id)).includes('total')).toBe(false)
    expect((await files.bytes(stored.id))?.bytes.toString()).toBe('total 120.00 USD')
    expect(await files.get('nobody')).toBeNull()
  })

  test('what is refused, cut off or not committed leaves nothing behind', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half')
      throw new Error('connection lost')
    }
    const fail = async (): Promise<never> => {
      throw new Error('no')
    }
    await expect(files.put(broken(), invoice)).rejects.toThrow('connection lost')
    await expect(
      files.put(stream(Buffer.from('x')), invoice, {
        reject: () => {
          throw new Error('too long')
        },
      }),
    ).rejects.toThrow('too long')
    await expect(files.put(stream(Buffer.from('x')), invoice, { also: fail })).rejects.toThrow('no')
    expect(readdirSync(folder)).toEqual([])
    expect(await store.db.selectFrom('files').selectAll().execute()).toEqual([])
  })

  test('a sweep takes old bytes without a row, and nothing else', async () => {
    const kept = await files.put(stream(Buffer.from('x')), invoice)
    writeFileSync(join(folder, 'orphan'), 'x')
    writeFileSync(join(folder, 'fresh'), 'x')
    for (const name of [kept.id, 'orphan']) utimesSync(join(folder, name), 1, 1)
    expect(await files.sweep(Date.now() - 60_000)).toBe(1)
    expect(readdirSync(folder).sort()).toEqual([kept.id, 'fresh'].sort())
  })

  test('bytes that are gone fail the one who reads them, and nobody else', async () => {
    const { id } = await files.put(stream(Buffer.from('once here')), invoice)
    rmSync(join(folder, id))
    const found = await files.get(id)
    // The disk has answered by then: an error without a listener would end the process.
    for (let turn = 0; turn < 5; turn++) await stat(join(folder, id)).catch(() => undefined)
    await expect(all(found?.stream ?? stream())).rejects.toThrow('ENOENT')
  })
})
