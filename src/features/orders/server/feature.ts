/** The server side of ordering. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { orderClosure } from './account-closure.ts'
import { orderCommands } from './order-commands.ts'
import { attachOrders, detachOrders, keepOrders, deleteOldDeviceSecrets } from './access/orders-at-login.ts'
import { backfillInsuredNames } from './people/insured-names.ts'
import { orderJobs } from './status-jobs.ts'
import { orderMessages } from './order-messages.ts'
import { planPayable } from './plan-payable.ts'
import { purgeOrders } from './purge-orders.ts'
import { orderRoutes } from './routes.ts'
import { deleteOldLimitRows } from './draft/draft-limits.ts'
import { loggedIn, contactEnded, signedOutElsewhere } from '../../session/server/door.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { payables } from '../../cashier/server/door.ts'

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
