/** The server side of schools' campaigns. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { collectionClosure } from './account-closure.server.ts'
import { campaignCommands } from './campaign-commands.server.ts'
import { collectionTemplates, deleteOldLists, inviteJob } from './invitations.server.ts'
import { listCommands } from './list-commands.server.ts'
import { collectionRoutes } from './routes.server.ts'
import { collectionMigrations } from './tables.server.ts'

export const collection = {
  name: 'collection',
  routes: collectionRoutes,
  migrations: collectionMigrations,
  commands: [...campaignCommands, ...listCommands],
  jobs: [inviteJob],
  recurring: [deleteOldLists],
  closure: collectionClosure,
  messages: collectionTemplates,
} satisfies ServerFeature
