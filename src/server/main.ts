/** `npm run server`: starts, prints where it listens, and shuts down cleanly on a signal. */
import { createApp } from './create-app.ts'
import { ConfigError, readConfig } from './config.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { features } from './feature-list.ts'
import { tableToReseal } from './keys/reseal.ts'
import { createServer, missingOfFeatures } from './create-server.ts'
import { endOnSignal } from './end-server.ts'

const RESEAL_FIRST =
  'SECRET has a new first secret: run `npm run operator -- keys reseal --why …` before the server starts'

async function main(): Promise<void> {
  const config = readConfig(process.env, (it) => missingOfFeatures(features, it))
  const server = await createServer({ config, features })
  // Keyed hashes find only what the first secret made: with a part of the store under another secret, people would not
  // find their data.
  if (config.secrets.length > 1 && (await tableToReseal(server.deps))) throw new ConfigError(RESEAL_FIRST)
  const app = await createApp(server)
  if (config.demo) await seedDemo(server.deps)
  // Before the first output: whoever waits for it may send a signal immediately.
  endOnSignal(app, server)
  await app.listen({ port: config.port, host: config.host })
  if (config.worker) for (const it of [server.deps.outbox, server.deps.checking]) it.start()
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(`Ready on http://localhost:${port}`)
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
