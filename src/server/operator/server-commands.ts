/** Commands of the server itself; features bring their own. */
import type { Command } from './command.ts'
import { restoreTestCommands } from '../backup/restore-tests.ts'
import { healthCommands } from './health-commands.ts'
import { jobCommands } from './job-commands.ts'
import { keyCommands } from './key-commands.ts'
import { operatorCommands } from './operator-commands.ts'

export const serverCommands: readonly Command[] = [
  ...jobCommands,
  ...healthCommands,
  ...keyCommands,
  ...restoreTestCommands,
  ...operatorCommands,
]
