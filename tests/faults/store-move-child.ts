/** `store move` in a process that kills itself when it prints a line with `KILL_AT`; its clock is ahead by `AHEAD_MS`. */
import { ALL_TABLES } from '../../src/programs/database-tables.ts'
import { readConfig } from '../../src/server/config.ts'
import { runHostCommand } from '../../src/server/operator/run-command.ts'
import { hostCommands } from '../../src/server/operator/server-commands.ts'

const { KILL_AT = '', AHEAD_MS = '0' } = process.env
const clock = Date.now
Date.now = () => clock() + Number(AHEAD_MS)

const print = (line: string): void => {
  if (line.includes(KILL_AT)) process.kill(process.pid, 'SIGKILL')
}
const host = () => ({ config: readConfig(process.env), tables: ALL_TABLES })
await runHostCommand(['store', 'move'], hostCommands, host, { print, fail: console.error })
