/** `npm run server`: starts, prints where it listens, and ends cleanly when told to. */
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { features } from './features.ts'
import { createServer } from './server.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const server = await createServer({ config, features })
  const app = await createApp(server)
  await app.listen({ port: config.port, host: config.host })
  if (config.worker) server.deps.outbox.start()
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  console.log(`Ready on http://localhost:${port}`)

  let ending = false
  const end = async (): Promise<void> => {
    if (ending) return
    ending = true
    // No new connections, requests in flight end, then the job in hand, then the store.
    await app.close()
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void end())
  process.on('SIGINT', () => void end())
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
