/** The server side of claims. */
import type { ServerFeature } from '../../server/feature.ts'
import { followingRoutes } from './following.server.ts'
import { handOverRoutes } from './handover.server.ts'
import { claimMigrations } from './migrations.server.ts'

export const claims = {
  name: 'claims',
  routes: [...handOverRoutes, ...followingRoutes],
  migrations: claimMigrations,
} satisfies ServerFeature
