/** One server of the API benchmark, in a process of its own: `house` or `bare`. Prints its port. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { createApp } from '../../src/server/app.ts'
import { readConfig } from '../../src/server/config.ts'
import { features } from '../../src/server/features.ts'
import { createServer } from '../../src/server/server.ts'
import { benchFeature, STATEMENT } from './read.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'youfang-bench-'))
const config = readConfig({ DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info', CALLS_PER_MINUTE: '1000000000', OUT_DIR: join(dataDir, 'none') })
const server = await createServer({ config, features: [...features, benchFeature] })

if (process.argv[2] === 'house') {
  const app = await createApp(server)
  process.stderr.write(`port ${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}\n`)
} else {
  const statement = new Database(join(dataDir, 'youfang.db'), { readonly: true }).prepare(STATEMENT)
  const app = Fastify({ logger: { level: 'info' }, disableRequestLogging: true })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ status: reply.statusCode, ms: reply.elapsedTime }, 'request')
  })
  app.post<{ Querystring: { id: string } }>('/index/bench/read', async (request) => ({ status: 1, code: 0, message: 'Done', data: statement.get(request.query.id) }))
  process.stderr.write(`port ${new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port}\n`)
}

process.on('SIGTERM', () => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
