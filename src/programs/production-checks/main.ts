/**
 * `npm run check-production`: finds what prevents a first sale with these settings. Changes nothing, and prints no
 * value.
 */
import { endWithReader } from '../end-with-reader.ts'
import { ConfigError, readConfig, type Config } from '../../server/config.ts'
import { missingOfFeatures } from '../../server/create-server.ts'
import { features } from '../feature-list.ts'
import { PRODUCTION_CHECKS, runChecks } from './run-checks.ts'

async function main(): Promise<number> {
  const lacks = (it: Config): string[] => missingOfFeatures(features, it)
  const config = readConfig({ ...process.env, MODE: 'production' }, lacks)
  const missing = lacks(config)
  for (const it of missing) console.log(`FAIL  settings: ${it} is missing`)
  if (missing.length === 0) console.log('ok    settings')
  return (await runChecks(config, PRODUCTION_CHECKS, console.log)) && missing.length === 0 ? 0 : 1
}

endWithReader()
main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    // Without valid settings nothing can be tried.
    if (error instanceof ConfigError) for (const it of error.missing) console.log(`FAIL  settings: ${it} is missing`)
    // Of any other error only the name is printed: its message may quote a value.
    if (!(error instanceof ConfigError && error.missing.length > 0))
      console.error(error instanceof ConfigError ? error.message : error instanceof Error ? error.name : 'failed')
    process.exit(1)
  },
)
