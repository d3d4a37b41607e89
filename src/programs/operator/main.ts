/** `npm run operator -- <noun> <verb> …`: runs operator commands over the same store and rules as the server. */
import { endWithReader } from '../end-with-reader.ts'
import { ConfigError, readConfig } from '../../server/config.ts'
import { ALL_TABLES } from '../database-tables.ts'
import { features } from '../feature-list.ts'
import { openServer } from '../open-server.ts'
import { StoreUnavailable } from '../../server/db/store-unavailable.ts'
import { operatorKeyFrom } from '../../server/operator/read-operator-key.ts'
import { hostCommands, serverCommands } from '../../server/operator/server-commands.ts'
import { runCommand, runHostCommand } from '../../server/operator/run-command.ts'

async function main(): Promise<number> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const argv = process.argv.slice(2)
  const out = { print: console.log, fail: console.error }
  const onHost = await runHostCommand(argv, hostCommands, () => ({ config, tables: ALL_TABLES }), out)
  if (onHost !== undefined) return onHost
  const server = await openServer({ config })
  try {
    const commands = [...serverCommands, ...features.flatMap((it) => it.commands ?? [])]
    const key = await operatorKeyFrom(
      process.env,
      { input: process.stdin, output: process.stderr },
      config.mode === 'production' && argv.length > 1,
    )
    return await runCommand(argv, commands, server.deps, out, key, hostCommands)
  } finally {
    await server.close()
  }
}

endWithReader()
main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof ConfigError || error instanceof StoreUnavailable ? error.message : error)
    process.exitCode = 3
  },
)
