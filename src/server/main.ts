/** `npm run server`: starts, prints where it listens, and ends cleanly when told to. */
import type { FastifyInstance } from 'fastify'
import { createApp } from './create-app.ts'
import { ConfigError, readConfig } from './config.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { features } from './feature-list.ts'
import { tableToReseal } from './keys/reseal.ts'
import { createServer, type Server } from './create-server.ts'

const RESEAL_FIRST = 'SECRET has a new first secret: run `npm run operator -- keys reseal --why …` before the server starts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const server = await createServer({ config, features })
  // Keyed hashes find what the first secret made: with a part of the store under another one, people would not find their own.
  if (config.secrets.length > 1 && (await tableToReseal(server.deps))) throw new ConfigError(RESEAL_FIRST)
  const app = await createApp(server)
  if (config.demo) await seedDemo(server.deps)
  // Before the first word: whoever waits for it may send a signal at once.
  endOnSignal(app, server)
  await app.listen({ port: config.port, host: config.host })
  if (config.worker) for (const it of [server.deps.outbox, server.deps.checking]) it.start()
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(`Ready on http://localhost:${port}`)
}

/** No new connections; requests in flight end, then the jobs in hand, then the store; exit 0. */
function endOnSignal(app: FastifyInstance, server: Server): void {
  let ending: Promise<void> | undefined
  const end = async (): Promise<void> => {
    await app.close()
    await server.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (ending ??= end()))
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
