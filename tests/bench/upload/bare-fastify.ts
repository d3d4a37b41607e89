/** Only Fastify: accepts the same requests, streams each body to a file, answers when it is written. */
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Fastify from 'fastify'
import { uploadDocument } from '../../../src/features/claims/contract.ts'
import { pathOf } from '../../../src/lib/contract.ts'

const folder = mkdtempSync(join(tmpdir(), 'youfang-bare-'))
const app = Fastify({ bodyLimit: 32 * 1024 * 1024 })
let files = 0
app.addContentTypeParser(/^multipart\//, (_request, payload, next) => next(null, payload))
app.post(pathOf(uploadDocument), async (request) => {
  await pipeline(request.body as Readable, createWriteStream(join(folder, String(files++))))
  return { status: 1, code: 0, message: '', data: {} }
})

process.on('message', () => {
  void app.listen({ port: 0, host: '127.0.0.1' }).then((address) => process.send?.(Number(new URL(address).port)))
})
process.on('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})
