/** The server side of credential verification. */
import { handle, handleUpload } from '../../server/call-handlers.ts'
import type { ServerFeature } from '../../server/server-feature.ts'
import { credentialClosure } from './account-closure.server.ts'
import { registrationCommands } from './registration-commands.server.ts'
import { confirmRegistration, listRegistrations, lookAtAccess, submitRegistration, undoAccess } from './contract.ts'
import { accessOfLink, endAccessByLink } from './end-access-by-link.server.ts'
import { confirmByCode } from './registration-codes.server.ts'
import { credentialMessages } from './registration-messages.server.ts'
import { overviewOf } from './registration-overview.server.ts'
import { registrationPhotos } from './registration-photo-checked.server.ts'
import { purgePhotos } from './purge-registrations.server.ts'
import { waitingRegistrations } from './decide-registration.server.ts'
import { dueAt } from './when-registration-may-be-sent.server.ts'
import { submit } from './submit-registration.server.ts'
import { waitingRegistration } from './resend-registration-task.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { openTasks } from '../../server/waiting-tasks.ts'

const HOUR = 3_600_000

export const credentials = {
  name: 'credentials',
  routes: [
    handle(listRegistrations, (_, ctx) => overviewOf(ctx)),
    handleUpload(
      submitRegistration,
      1,
      async (input, ctx, files) => {
        await submit(ctx, input, files)
        return overviewOf(ctx)
      },
      ['photo'],
    ),
    handle(confirmRegistration, async ({ code }, ctx) => {
      await confirmByCode(ctx, code)
      return overviewOf(ctx)
    }),
    handle(lookAtAccess, ({ code }, { deps }) => accessOfLink(deps, code)),
    handle(undoAccess, async ({ code }, { deps }) => {
      await endAccessByLink(deps, code)
      return {}
    }),
  ],
  recurring: [{ kind: 'registration.purge', lane: 'sweeps', every: 6 * HOUR, run: purgePhotos }],
  hooks: [accountClosing.part(credentialClosure), openTasks.part(waitingRegistration)],
  incoming: [registrationPhotos],
  messages: credentialMessages,
  commands: registrationCommands,
  figures: async (deps) => {
    const now = deps.clock()
    const waiting = await waitingRegistrations(deps)
    return { overdueRegistrations: waiting.filter((row) => dueAt(row.submitted_at) < now).length }
  },
} satisfies ServerFeature
