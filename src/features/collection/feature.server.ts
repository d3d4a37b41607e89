/** The server side of schools' campaigns. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { collectionClosure } from './account-closure.server.ts'
import { campaignCommands } from './campaign-commands.server.ts'
import { groupPaymentCommands } from './group/group-payment-commands.server.ts'
import { creditHandler, followGroups } from './group/credit-applications.server.ts'
import { expireGroupHandler, forgetContacts, expireGroup } from './group/end-group-payment.server.ts'
import { groupFigures } from './group/failed-applications.server.ts'
import { groupPaymentMessages } from './group/group-payment-messages.server.ts'
import { groupPayable } from './group/group-payment-payable.server.ts'
import { groupPaymentRoutes } from './group/group-payment-routes.server.ts'
import { collectionMessages, deleteOldLists, inviteHandler } from './invitations.server.ts'
import { listCommands } from './student-list-commands.server.ts'
import { collectionRoutes } from './routes.server.ts'
import { accountClosing } from '../../server/account-closure.ts'
import { payables } from '../cashier/door.server.ts'
import { schools } from '../orders/door.server.ts'
import { takePlace, takesApplications, moveInvitation } from './campaign-admission.server.ts'

export const collection = {
  name: 'collection',
  routes: [...collectionRoutes, ...groupPaymentRoutes],
  commands: [...campaignCommands, ...listCommands, ...groupPaymentCommands],
  jobs: [inviteHandler, creditHandler, expireGroupHandler],
  recurring: [deleteOldLists, followGroups, forgetContacts],
  figures: groupFigures,
  hooks: [
    accountClosing.part(collectionClosure),
    payables.part(groupPayable),
    schools.part({ takePlace, takesApplications, moveInvitation, expireGroup }),
  ],
  messages: { ...collectionMessages, ...groupPaymentMessages },
} satisfies ServerFeature
