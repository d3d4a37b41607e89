/**
 * Files in an object store: what every storage promises, and what happens when the store is slow, refuses or breaks
 * off.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { folderStorage } from '../../src/server/files/folder-storage.ts'
import { oneChunk } from '../../src/server/files/store-once.ts'
import { s3Storage } from '../../src/server/files/s3-storage.ts'
import type { Storage } from '../../src/server/files/storage.ts'
import { createMetrics } from '../../src/server/metrics/metrics.ts'
import { startFakeS3, type FakeS3 } from '../stores/fake-s3.ts'
import { storagePromises } from '../stores/storage-promises.ts'
import { startServer, type TestServer } from './start-server.ts'

const SILENCE_MS = 200
const quiet = () => ({ metrics: createMetrics(), log: pino({ level: 'silent' }) })

describe('a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'youfang-folder-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  storagePromises(() => folderStorage(join(folder, 'files')))
})

describe('an object store', () => {
  let s3: FakeS3
  let storage: Storage
  beforeEach(async () => {
    s3 = await startFakeS3()
    storage = s3Storage(s3.settings, quiet(), SILENCE_MS)
  })
  afterEach(() => s3.close())

  storagePromises(() => storage)

  const write = (name: string, bytes = Buffer.from('invoice')): Promise<void> => storage.write(name, oneChunk(bytes))
  const read = async (name: string): Promise<string> => {
    const parts: Uint8Array[] = []
    for await (const part of storage.read(name)) parts.push(part)
    return Buffer.concat(parts).toString()
  }
  const failing = (method: string, fault: FakeS3['faults'][number]['fault'], times: number): void => {
    s3.faults.push(...Array.from({ length: times }, () => ({ method, fault })))
  }

  test('one that refuses once is asked again', async () => {
    failing('PUT', 'refuse', 1)
    failing('GET', 'refuse', 1)
    await write('a')
    expect(await read('a')).toBe('invoice')
  })

  test.each(['refuse', 'hang'] as const)('one that goes on to %s is a fault of ours that passes', async (fault) => {
    failing('PUT', fault, 3)
    await expect(write('a')).rejects.toMatchObject({ name: 'StoreUnavailable', statusCode: 503 })
    expect(s3.objects.size).toBe(0)
    await write('a')
    failing('GET', fault, 3)
    await expect(read('a')).rejects.toMatchObject({ name: 'StoreUnavailable' })
    expect(await read('a')).toBe('invoice')
  })

  test('half an answer fails the reader', async () => {
    await write('a', Buffer.alloc(500_000, 1))
    failing('GET', 'cut', 1)
    await expect(read('a')).rejects.toMatchObject({ name: 'StoreUnavailable' })
  })

  test('a large file whose parts are refused leaves none of them', async () => {
    failing('PUT', 'refuse', 3)
    await expect(write('large', Buffer.alloc(11 * 1024 * 1024))).rejects.toMatchObject({ name: 'StoreUnavailable' })
    expect([s3.objects.size, s3.unfinished.size]).toEqual([0, 0])
  })

  test('parts of an upload whose process died are given up after a day', async () => {
    const day = 86_400_000
    s3.unfinished.set('old', { key: 'a', at: new Date(Date.now() - day - 1000), parts: [] })
    s3.unfinished.set('new', { key: 'b', at: new Date(), parts: [] })
    for await (const { name } of storage.list()) expect(name).toBe('nothing')
    expect([...s3.unfinished.keys()]).toEqual(['new'])
  })

  test('a list goes on over all pages', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await write(name)
    const names: string[] = []
    for await (const it of storage.list()) names.push(it.name)
    expect(names).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('servers of one store', () => {
  let s3: FakeS3
  let server: TestServer
  beforeAll(async () => {
    s3 = await startFakeS3()
    const { bucket, endpoint = '', keyId, secret } = s3.settings
    server = await startServer({
      features: [],
      env: {
        S3_BUCKET: bucket,
        S3_ENDPOINT: endpoint,
        S3_ACCESS_KEY_ID: keyId,
        S3_SECRET_ACCESS_KEY: secret,
        S3_PATH_STYLE: '1',
      },
    })
  })
  afterAll(async () => {
    await server.close()
    await s3.close()
  })

  test('a file is sealed there, whole here, and gone once it is deleted', async () => {
    const { files } = server.deps
    const { id } = await files.put(oneChunk(Buffer.from('total 120.00')), { owner: 'claim:1', name: 'a', mime: 'b' })
    expect(s3.objects.get(id)?.bytes.includes('total')).toBe(false)
    expect((await files.bytes(id))?.bytes.toString()).toBe('total 120.00')
    await files.delete(id)
    expect(s3.objects.size).toBe(0)
  })

  test('it is not ready while the store refuses, and the figures say who did', async () => {
    s3.faults.push(...Array.from({ length: 3 }, () => ({ method: 'PUT', fault: 'refuse' as const })))
    expect(await server.deps.health.check()).toMatchObject({ ok: false, files: false, database: true })
    const figures = await server.deps.metrics.registry.metrics()
    expect(figures).toContain(
      'youfang_outgoing_calls_total{kind="storage",service="s3",operation="probe",result="failed"} 1',
    )
    expect(await server.deps.health.check()).toMatchObject({ ok: true })
  })

  test('a sweep takes what has no row', async () => {
    const { files } = server.deps
    const kept = await files.put(oneChunk(Buffer.from('x')), { owner: 'claim:1', name: 'a', mime: 'b' })
    s3.objects.set('orphan', { bytes: Buffer.alloc(1), at: new Date(0) })
    expect(await files.sweep(Date.now() + 60_000 - 120_000)).toBe(1)
    expect([...s3.objects.keys()]).toEqual([kept.id])
  })
})
