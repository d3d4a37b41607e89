/** The server side of logging in. */
import type { ServerFeature } from '../../server/feature.ts'
import { sweepCodes } from './codes.server.ts'
import { guessingFigures } from './guessing.server.ts'
import { sessionRoutes } from './routes.server.ts'
import { resolveCaller } from './sessions.server.ts'
import { sessionMigrations } from './tables.server.ts'

export const session = {
  name: 'session',
  routes: sessionRoutes,
  migrations: sessionMigrations,
  resolveCaller,
  figures: guessingFigures,
  recurring: [{ kind: 'session.sweep', every: 3_600_000, run: sweepCodes }],
} satisfies ServerFeature
