/** The server side of claims. */
import type { ServerFeature } from '../../server/feature.ts'
import { claimMigrations } from './migrations.server.ts'

export const claims = {
  name: 'claims',
  migrations: claimMigrations,
} satisfies ServerFeature
