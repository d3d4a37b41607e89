/** The server side of schools' campaigns. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { campaignCommands } from './campaign-commands.server.ts'
import { collectionRoutes } from './routes.server.ts'
import { collectionMigrations } from './tables.server.ts'

export const collection = {
  name: 'collection',
  routes: collectionRoutes,
  migrations: collectionMigrations,
  commands: campaignCommands,
} satisfies ServerFeature
