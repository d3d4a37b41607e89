/** The server side of claims. */
import type { ServerFeature } from '../../server/feature.ts'
import { claimCommands } from './operator/commands.server.ts'
import { documentFiles } from './draft/checked.server.ts'
import { draftRoutes } from './draft/draft-routes.server.ts'
import { eraseJobs, purgeDrafts } from './draft/erase.server.ts'
import { fillBriefs } from './case/brief.server.ts'
import { fillPaid } from './case/written.server.ts'
import { followingRoutes } from './case/following.server.ts'
import { formJob } from './documents/form-file.server.ts'
import { handOverRoutes } from './draft/handover.server.ts'
import { letterJob } from './documents/letters.server.ts'
import { claimMigrations } from './migrations.server.ts'
import { draftTemplates } from './notify.server.ts'
import { claimSweeps } from './case/recurring.server.ts'
import { caseTemplates } from './case/tell.server.ts'

export const claims = {
  name: 'claims',
  routes: [...draftRoutes, ...handOverRoutes, ...followingRoutes],
  migrations: claimMigrations,
  start: async (deps) => {
    await fillBriefs(deps)
    await fillPaid(deps)
  },
  jobs: [...eraseJobs, formJob, letterJob],
  incoming: [documentFiles],
  recurring: [purgeDrafts, ...claimSweeps],
  messages: { ...draftTemplates, ...caseTemplates },
  commands: claimCommands,
} satisfies ServerFeature
