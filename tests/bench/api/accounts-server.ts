/** Our server with two accounts, one with few things and one with very many; sends its parent the calls of each. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createApp } from '../../../src/server/http/create-app.ts'
import { openServer } from '../../../src/programs/open-server.ts'
import { readConfig } from '../../../src/server/config.ts'
import { seedDemo } from '../../../src/programs/demo/seed-demo.ts'
import { TRANSPORT_LIMITS } from '../../../src/server/http/slow-requests.ts'
import { fillAccount } from '../../tools/fill-account.ts'
import { dataFolder } from '../data-folder.ts'
import { prepareLists, signIn, type PreparedAccounts } from './calls.ts'
import { answerCpu } from './child.ts'

/** Things of either account. */
const [FEW = 0, MANY = 0] = process.argv.slice(2).map(Number)
/** In force. */
const PLAN = 'us-campus'

const dataDir = dataFolder()
const config = readConfig({
  ...(process.env['DATABASE_URL'] ? { DATABASE_URL: process.env['DATABASE_URL'] } : {}),
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  CALLS_PER_MINUTE: '1000000000',
  OUT_DIR: join(dataDir, 'none'),
})
const server = await openServer({ config })
const app = await createApp(server, { ...TRANSPORT_LIMITS, bodiesOfCustomer: 1000, connectionsOfAddress: 1000 })
await seedDemo(server.deps)
await server.deps.outbox.drain()
const emails = { few: 'few@example.com', many: 'many@example.com' }
await fillAccount(server.deps, emails.few, { policies: FEW, claims: FEW, plan: PLAN })
await fillAccount(server.deps, emails.many, { policies: MANY, claims: MANY, plan: PLAN })
server.deps.outbox.start()
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const [few, many] = [
  await prepareLists(await signIn(base, emails.few)),
  await prepareLists(await signIn(base, emails.many)),
]
process.send?.({ port: Number(new URL(base).port), few, many } satisfies PreparedAccounts)

answerCpu()
process.on('SIGTERM', () => {
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(0)
})
