/** `npm run check-production`: what stands between these settings and a first sale. Changes nothing, and prints no value. */
import { ConfigError, readConfig } from '../config.ts'
import { features } from '../feature-list.ts'
import { PRODUCTION_CHECKS, runChecks } from './run-checks.ts'

async function main(): Promise<number> {
  const config = readConfig({ ...process.env, MODE: 'production' })
  const missing = features.flatMap((it) => it.missing?.(config, process.env) ?? [])
  for (const it of missing) console.log(`FAIL  settings: ${it} is missing`)
  if (missing.length === 0) console.log('ok    settings')
  return (await runChecks(config, PRODUCTION_CHECKS, console.log)) && missing.length === 0 ? 0 : 1
}

main().then((code) => process.exit(code), (error: unknown) => {
  // A fault of another kind is told by its name: its words may quote a value.
  console.error(error instanceof ConfigError ? error.message : error instanceof Error ? error.name : 'failed')
  process.exit(1)
})
