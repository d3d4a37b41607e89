/** Files in a real object store (OpenStack Swift, by S3), and two servers that share it. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Storage } from '../../src/server/files/s3-storage.ts'
import type { Storage } from '../../src/server/files/storage.ts'
import { oneChunk } from '../../src/server/files/store-once.ts'
import { createMetrics } from '../../src/server/metrics/metrics.ts'
import { startServer } from '../api/start-server.ts'
import { storagePromises } from '../stores/storage-promises.ts'
import { startSwift, type Swift } from '../stores/swift.ts'

let swift: Swift
let storage: Storage
beforeAll(async () => {
  swift = await startSwift('/var/tmp')
  storage = s3Storage(swift.settings, { metrics: createMetrics(), log: pino({ level: 'silent' }) })
})
afterAll(() => swift.stop())

storagePromises(() => storage)

test('what one server stored another one has', async () => {
  const { bucket, endpoint = '', keyId, secret } = swift.settings
  const env = {
    SECRET: Buffer.alloc(32, 1).toString('base64'),
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secret,
    S3_PATH_STYLE: '1',
  }
  const one = await startServer({ features: [], env })
  const file = { owner: 'claim:1', name: 'invoice.pdf', mime: 'application/pdf' }
  const bytes = Buffer.alloc(12 * 1024 * 1024, 'invoice')
  const { id } = await one.deps.files.put(oneChunk(bytes), file)
  const other = await startServer({ features: [], env, from: one.deps.config.dataDir })
  expect((await other.deps.files.bytes(id))?.bytes.equals(bytes)).toBe(true)
  await other.deps.files.delete(id)
  await expect(one.deps.files.bytes(id)).rejects.toThrow()
  for (const server of [other, one]) await server.close()
})
