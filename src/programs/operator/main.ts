/** `npm run operator -- <noun> <verb> …`: runs operator commands over the same store and rules as the server. */
import { endWithReader } from '../end-with-reader.ts'
import { ConfigError, readConfig } from '../../server/config.ts'
import { ALL_TABLES } from '../database-tables.ts'
import { features } from '../feature-list.ts'
import { openServer } from '../open-server.ts'
import { requireOwnStore } from '../../server/db/one-machine.ts'
import { StoreUnavailable } from '../../server/db/store-unavailable.ts'
import { hostCommands, serverCommands } from '../../server/operator/server-commands.ts'
import { runCommand, runHostCommand } from '../../server/operator/run-command.ts'
import { readFileSync } from 'node:fs'

async function main(): Promise<number> {
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const argv = process.argv.slice(2)
  const out = { print: console.log, fail: console.error }
  const onHost = await runHostCommand(argv, hostCommands, () => ({ config, tables: ALL_TABLES }), out)
  if (onHost !== undefined) return onHost
  await requireOwnStore(config)
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

interface Prompt {
  input: NodeJS.ReadStream
  output: NodeJS.WriteStream
}

/** `OPERATOR_KEY`, else the file `OPERATOR_KEY_FILE`, else a prompt where there is a terminal. Empty for none. */
async function operatorKeyFrom(env: NodeJS.ProcessEnv, { input, output }: Prompt, needed: boolean): Promise<string> {
  const given = env['OPERATOR_KEY'] || (env['OPERATOR_KEY_FILE'] ? readFileSync(env['OPERATOR_KEY_FILE'], 'utf8') : '')
  if (given.trim() || !needed || !input.isTTY) return given.trim()
  output.write('Operator key (Enter for none): ')
  return (await hiddenLine(input)).trim().replace(/^$/, () => (output.write('\n'), ''))
}

/** Reads one line without echoing it. */
function hiddenLine(input: NodeJS.ReadStream): Promise<string> {
  input.setRawMode(true)
  input.setEncoding('utf8')
  let text = ''
  return new Promise((resolve) => {
    const end = (line: string): void => {
      input.off('data', take)
      input.setRawMode(false)
      input.pause()
      resolve(line)
    }
    const take = (chunk: string): void => {
      for (const char of chunk) {
        if (char === '\r' || char === '\n') return end(text)
        if (char === '\u0003' || char === '\u0004') return end('')
        text = char === '\u007f' || char === '\b' ? text.slice(0, -1) : text + char
      }
    }
    input.on('data', take)
    input.resume()
  })
}
