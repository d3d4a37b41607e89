/** The server side of extending policies. */
import type { ServerFeature } from '../../../../server/server-feature.ts'
import { extensionClosure } from './account-closure.ts'
import { extensionPayable } from './extension-payable.ts'
import { expireHandler } from './expire-extension.ts'
import { extensionRoutes } from './routes.ts'
import { waitingTerms } from './unpaid-extension-task.ts'
import { accountClosing } from '../../../../server/personal-data/account-closure.ts'
import { payables } from '../../../cashier/server/door.ts'
import { openTasks } from '../../../../server/personal-data/waiting-tasks.ts'

export const extension = {
  name: 'extension',
  routes: extensionRoutes,
  jobs: [expireHandler],
  hooks: [accountClosing.part(extensionClosure), payables.part(extensionPayable), openTasks.part(waitingTerms)],
} satisfies ServerFeature
