/** The server side of extending policies. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { extensionClosure } from './account-closure.server.ts'
import { extensionPayable } from './extension-payable.server.ts'
import { expireHandler } from './expire-extension.server.ts'
import { extensionRoutes } from './routes.server.ts'
import { waitingTerms } from './unpaid-extension-task.server.ts'
import { accountClosing } from '../../../server/account-closure.ts'
import { payables } from '../../cashier/door.server.ts'
import { openTasks } from '../../../server/waiting-tasks.ts'

export const extension = {
  name: 'extension',
  routes: extensionRoutes,
  jobs: [expireHandler],
  hooks: [accountClosing.part(extensionClosure), payables.part(extensionPayable), openTasks.part(waitingTerms)],
} satisfies ServerFeature
