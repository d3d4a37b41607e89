/**
 * Our server over a folder, with the demo account; sends its parent its address and, where it is asked to prepare them,
 * the calls. Arguments: `<folder> <cached|uncached>`, as of the peers, and `prepare`.
 */
import { join } from 'node:path'
import { createApp } from '../../../src/server/http/create-app.ts'
import { readConfig } from '../../../src/server/config.ts'
import { seedDemo } from '../../../src/programs/demo/seed-demo.ts'
import { openServer } from '../../../src/programs/open-server.ts'
import { TRANSPORT_LIMITS } from '../../../src/server/http/slow-requests.ts'
import { answerCpu } from './child.ts'
import { prepare, signIn, type Prepared } from './calls.ts'

const [dataDir = '', caching, preparing] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: dataDir,
  PORT: '0',
  HOST: '127.0.0.1',
  LOG_LEVEL: 'info',
  CALLS_PER_MINUTE: '1000000000',
  OUT_DIR: join(dataDir, 'none'),
})
const server = await openServer({ config, caching: caching === 'cached' })
// One address represents twenty people here.
const app = await createApp(server, { ...TRANSPORT_LIMITS, bodiesOfCustomer: 1000, connectionsOfAddress: 1000 })
await seedDemo(server.deps)
await server.deps.outbox.drain()
server.deps.outbox.start()
const base = await app.listen({ port: 0, host: '127.0.0.1' })
const asked = preparing === 'prepare' ? await prepare(await signIn(base)) : []
process.send?.({ port: Number(new URL(base).port), asked } satisfies Prepared)

answerCpu()
