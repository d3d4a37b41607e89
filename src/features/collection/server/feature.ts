/** The server side of schools' campaigns. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { collectionClosure } from './account-closure.ts'
import { campaignCommands } from './campaign-commands.ts'
import { groupPaymentCommands } from './group/group-payment-commands.ts'
import { creditHandler, followGroups } from './group/credit-applications.ts'
import { expireGroupHandler, forgetContacts, expireGroup } from './group/end-group-payment.ts'
import { groupFigures } from './group/failed-applications.ts'
import { groupPaymentMessages } from './group/group-payment-messages.ts'
import { groupPayable } from './group/group-payment-payable.ts'
import { groupPaymentRoutes } from './group/group-payment-routes.ts'
import { collectionMessages, deleteOldLists, inviteHandler } from './invitations.ts'
import { listCommands } from './student-list-commands.ts'
import { collectionRoutes } from './routes.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { payables } from '../../cashier/server/door.ts'
import { schools } from '../../orders/server/door.ts'
import { takePlace, takesApplications, moveInvitation } from './campaign-admission.ts'

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
