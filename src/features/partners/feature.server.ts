/** The server side of partner links. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { partnerClosure } from './account-closure.server.ts'
import { partnerCommands } from './partner-commands.server.ts'
import { partnerKeyCommands } from './partner-key-commands.server.ts'
import { purgeVisits } from './purge-visits.server.ts'
import { partnerRoutes } from './routes.server.ts'
import { registerSandboxPartner } from './sandbox/routes.server.ts'
import { partnerVisits, prefillOf } from './visits.server.ts'
import { webhookCommands } from './webhook-commands.server.ts'
import { deleteOldMessages, messageFigures, tellHandler, tellOfPolicy, tellOfRefund } from './webhooks.server.ts'
import { refunded } from '../cashier/door.server.ts'
import { policyVersion } from '../policies/door.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { linkedVisits } from '../session/door.server.ts'
import { linkedPrefill } from '../orders/door.server.ts'

export const partners = {
  name: 'partners',
  routes: partnerRoutes,
  jobs: [tellHandler],
  recurring: [purgeVisits, deleteOldMessages],
  commands: [...partnerCommands, ...partnerKeyCommands, ...webhookCommands],
  figures: messageFigures,
  hooks: [
    refunded.part(tellOfRefund),
    policyVersion.part(tellOfPolicy),
    accountClosing.part(partnerClosure),
    linkedVisits.part(partnerVisits),
    linkedPrefill.part(prefillOf),
  ],
  raw: (app, deps) => {
    if (deps.config.mode === 'sandbox') registerSandboxPartner(app, deps)
  },
} satisfies ServerFeature
