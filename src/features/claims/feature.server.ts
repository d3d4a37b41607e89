/** The server side of claims. */
import type { ServerFeature } from '../../server/feature.ts'
import { claimCommands } from './commands.server.ts'
import { draftRoutes } from './draft-routes.server.ts'
import { eraseJobs, purgeDrafts } from './erase.server.ts'
import { followingRoutes } from './following.server.ts'
import { formJob } from './form-file.server.ts'
import { handOverRoutes } from './handover.server.ts'
import { letterJob } from './letters.server.ts'
import { claimMigrations } from './migrations.server.ts'
import { draftTemplates } from './notify.server.ts'
import { claimSweeps } from './recurring.server.ts'
import { caseTemplates } from './tell.server.ts'

export const claims = {
  name: 'claims',
  routes: [...draftRoutes, ...handOverRoutes, ...followingRoutes],
  migrations: claimMigrations,
  jobs: [...eraseJobs, formJob, letterJob],
  recurring: [purgeDrafts, ...claimSweeps],
  messages: { ...draftTemplates, ...caseTemplates },
  commands: claimCommands,
} satisfies ServerFeature
