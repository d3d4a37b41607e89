/** The server side of change requests. */
import { handle, handleUpload } from '../../../server/http/call-handlers.ts'
import type { ServerFeature } from '../../../server/server-feature.ts'
import { changeClosure } from './account-closure.ts'
import { changeCommands } from './change-commands.ts'
import { attachToChange, listChanges, previewChange, submitChange, withdrawChange } from '../contract.ts'
import { endorsementPayable, lapseHandler, waitingDifferences } from './endorsement-payable.ts'
import { changeFiles } from './change-files-checked.ts'
import { changeMessages } from './change-messages.ts'
import { overviewOf } from './changes-overview.ts'
import { purgeFiles } from './purge-change-files.ts'
import { waitingChanges } from './decide-change.ts'
import { dueAt } from './when-change-is-due.ts'
import { attach, preview, submit, withdraw } from './submit-change.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { payables } from '../../cashier/server/door.ts'
import { openTasks } from '../../../server/personal-data/waiting-tasks.ts'
import { policyChanges } from '../../policies/server/door.ts'
import { changesOfPolicies } from './unpaid-endorsement.ts'

const HOUR = 3_600_000

export const changes = {
  name: 'changes',
  routes: [
    handle(listChanges, ({ policy }, ctx) => overviewOf(ctx, policy)),
    handle(previewChange, (requested, ctx) => preview(ctx, requested)),
    handleUpload(submitChange, 1, async (input, ctx, files) => ({ id: await submit(ctx, input, files) }), ['file']),
    handleUpload(attachToChange, 1, async (input, ctx, files) => ({ files: await attach(ctx, input, files) }), [
      'file',
    ]),
    handle(withdrawChange, async ({ id }, ctx) => {
      await withdraw(ctx, id)
      return overviewOf(ctx)
    }),
  ],
  jobs: [lapseHandler],
  hooks: [
    accountClosing.part(changeClosure),
    payables.part(endorsementPayable),
    openTasks.part(waitingDifferences),
    policyChanges.part(changesOfPolicies),
  ],
  recurring: [{ kind: 'change.purge', lane: 'sweeps', every: 6 * HOUR, run: purgeFiles }],
  incoming: [changeFiles],
  messages: changeMessages,
  commands: changeCommands,
  figures: async (deps) => {
    const now = deps.clock()
    const waiting = await waitingChanges(deps)
    return { overdueChanges: waiting.filter((row) => dueAt(row.submitted_at) < now).length }
  },
} satisfies ServerFeature
