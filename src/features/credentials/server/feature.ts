/** The server side of credential verification. */
import { handle, handleUpload } from '../../../server/http/call-handlers.ts'
import type { ServerFeature } from '../../../server/server-feature.ts'
import { credentialClosure } from './account-closure.ts'
import { registrationCommands } from './registration-commands.ts'
import { confirmRegistration, listRegistrations, lookAtAccess, submitRegistration, undoAccess } from '../contract.ts'
import { accessOfLink, endAccessByLink } from './end-access-by-link.ts'
import { confirmByCode } from './registration-codes.ts'
import { credentialMessages } from './registration-messages.ts'
import { overviewOf } from './registration-overview.ts'
import { registrationPhotos } from './registration-photo-checked.ts'
import { purgePhotos } from './purge-registrations.ts'
import { waitingRegistrations } from './decide-registration.ts'
import { dueAt } from './when-registration-may-be-sent.ts'
import { submit } from './submit-registration.ts'
import { waitingRegistration } from './resend-registration-task.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { openTasks } from '../../../server/personal-data/waiting-tasks.ts'

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
