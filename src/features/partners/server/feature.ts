/** The server side of partner links. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { partnerClosure } from './account-closure.ts'
import { partnerCommands } from './partner-commands.ts'
import { partnerKeyCommands } from './partner-key-commands.ts'
import { purgeVisits } from './purge-visits.ts'
import { partnerRoutes } from './routes.ts'
import { registerSandboxPartner } from './sandbox/routes.ts'
import { partnerVisits, prefillOf } from './visits.ts'
import { webhookCommands } from './webhook-commands.ts'
import { deleteOldMessages, messageFigures, tellHandler } from './webhooks.ts'
import { tellOfPolicy, tellOfRefund } from './tell-partners.ts'
import { refunded } from '../../cashier/server/door.ts'
import { policyVersion } from '../../policies/server/door.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { linkedVisits } from '../../session/server/door.ts'
import { linkedPrefill } from '../../orders/server/door.ts'

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
