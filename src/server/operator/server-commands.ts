/** Commands of the server itself; features bring their own. */
import type { Command, HostContext } from './command.ts'
import { backupCommands } from '../backup/backup-commands.ts'
import { restoreTestCommands } from '../backup/restore-tests.ts'
import { healthCommands } from './health-commands.ts'
import { jobCommands } from './job-commands.ts'
import { keyCommands } from './key-commands.ts'
import { operatorCommands } from './operator-commands.ts'
import { moveCommands } from '../move/move-commands.ts'

export const serverCommands: readonly Command[] = [
  ...jobCommands,
  ...healthCommands,
  ...keyCommands,
  ...restoreTestCommands,
  ...operatorCommands,
]

/** Commands that need no server: they open the store themselves, or none. */
export const hostCommands: readonly Command<HostContext>[] = [...backupCommands, ...moveCommands]
