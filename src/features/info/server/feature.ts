/** The server side of the reading pages. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { feedbackCommands } from './feedback-commands.ts'
import { feedbackRoute, deleteOldFeedback } from './feedback.ts'

export const info = {
  name: 'info',
  routes: [feedbackRoute],
  recurring: [deleteOldFeedback],
  commands: feedbackCommands,
} satisfies ServerFeature
