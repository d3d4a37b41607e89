/** The server side of what is read. */
import type { ServerFeature } from '../../server/feature.ts'
import { readingCommands } from './commands.server.ts'
import { feedbackRoute, sweepFeedback } from './feedback.server.ts'
import { infoMigrations } from './tables.server.ts'

export const info = {
  name: 'info',
  routes: [feedbackRoute],
  migrations: infoMigrations,
  recurring: [sweepFeedback],
  commands: readingCommands,
} satisfies ServerFeature
