/** The server side of ordering. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { orderClosure } from './account-closure.server.ts'
import { orderCommands } from './order-commands.server.ts'
import { attachOrders, detachOrders, keepOrders, deleteOldDeviceSecrets } from './orders-at-login.server.ts'
import { backfillInsuredNames } from './backfill-insured-name.server.ts'
import { orderJobs } from './status-jobs.server.ts'
import { orderMessages } from './order-messages.server.ts'
import { planPayable } from './plan-payable.server.ts'
import { purgeOrders } from './purge-orders.server.ts'
import { orderRoutes } from './routes.server.ts'
import { deleteOldLimitRows } from './draft-limits.server.ts'
import { loggedIn, contactEnded, signedOutElsewhere } from '../session/door.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { payables } from '../cashier/door.server.ts'

export const orders = {
  name: 'orders',
  routes: orderRoutes,
  start: backfillInsuredNames,
  jobs: orderJobs,
  recurring: [purgeOrders, deleteOldDeviceSecrets, deleteOldLimitRows],
  messages: orderMessages,
  commands: orderCommands,
  hooks: [
    loggedIn.part(attachOrders),
    contactEnded.part(keepOrders),
    accountClosing.part(orderClosure),
    payables.part(planPayable),
    signedOutElsewhere.part(detachOrders),
  ],
} satisfies ServerFeature
