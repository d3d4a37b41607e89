/** Commands of the server itself; features bring their own. */
import { type Command, type HostContext, command } from './command.ts'
import { backupCommands } from '../backup/backup-commands.ts'
import { restoreTestCommands } from '../backup/restore-tests.ts'
import { healthCommands } from './health-commands.ts'
import { jobCommands } from './job-commands.ts'
import { operatorCommands } from './operator-commands.ts'
import { moveCommands } from '../move/move-commands.ts'
import { z } from 'zod'
import { resealAll, tableToReseal } from '../keys/reseal.ts'
import { Refusal } from '../http/call-handlers.ts'
import { writeEvent } from '../transition.ts'

/** `npm run operator -- keys reseal|check`: used after a new secret was put first in `SECRET`. */
const reseal = command({
  noun: 'keys',
  verb: 'reseal',
  role: 'security',
  about:
    'Seals anew, under the first secret of SECRET, what another one sealed. With the server stopped; run it again if it was stopped itself',
  input: z.object({}),
  run: async (_, { deps, by, why, print }) => {
    let last = ''
    const done = await resealAll(deps, ({ table, looked, changed }) => {
      if (table === last && looked % 2000 !== 0) return
      last = table
      print(`${table}: ${looked} looked at, ${changed} sealed anew so far`)
    })
    const changed = done.reduce((sum, it) => sum + it.changed, 0)
    await deps.write((trx) =>
      writeEvent(trx, {
        entity: 'keys',
        entity_id: 'ring',
        at: deps.clock(),
        by,
        to_status: 'resealed',
        why,
        data: { changed },
      }),
    )
    print(`Done: ${changed} rows sealed anew. The other secrets can be taken out of SECRET.`)
  },
})

const check = command({
  noun: 'keys',
  verb: 'check',
  role: 'security',
  reads: true,
  about: 'Says whether everything is sealed by the first secret of SECRET',
  input: z.object({}),
  run: async (_, { deps, print }) => {
    const table = await tableToReseal(deps)
    if (table !== undefined) throw new Refusal('reseal_needed', { fields: { table } })
    print('Everything is sealed by the first secret.')
  },
})

const keyCommands = [reseal, check]

export const serverCommands: readonly Command[] = [
  ...jobCommands,
  ...healthCommands,
  ...keyCommands,
  ...restoreTestCommands,
  ...operatorCommands,
]

/** Commands that need no server: they open the store themselves, or none. */
export const hostCommands: readonly Command<HostContext>[] = [...backupCommands, ...moveCommands]
