/** `npm run server`: starts, prints where it listens, and shuts down cleanly on a signal. */
import { ConfigError, readConfig } from '../../server/config.ts'
import { missingOfFeatures } from '../../server/create-server.ts'
import { features } from '../feature-list.ts'
import { StoreUnavailable } from '../../server/db/store-unavailable.ts'
import { startServer } from './start-server.ts'

async function main(): Promise<void> {
  const config = readConfig(process.env, (it) => missingOfFeatures(features, it))
  const { port, metricsPort, end } = await startServer(config)
  // Before the first output: whoever waits for it may send a signal immediately.
  // Whoever presses Ctrl+C waits for no front server.
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => void end({ drain: signal === 'SIGTERM' }).then(() => process.exit(0)))
  if (metricsPort !== undefined) console.log(`Metrics on port ${metricsPort}`)
  console.log(`Ready on http://localhost:${port}`)
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof StoreUnavailable) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
