/**
 * Refunds that buyers request, and accounts for those that the provider cannot make. The refund process itself, and
 * what operators do with it, belongs to the cashier.
 */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { refundAccountClosure } from './account-closure.ts'
import { accountCommands } from './refund-account-commands.ts'
import { deleteRefundAccounts } from './purge-refund-accounts.ts'
import { accountMessages } from './refund-account-messages.ts'
import { refundRoutes } from './routes.ts'
import { waitingAccounts } from './refund-account-task.ts'
import { orderRefundSubject } from './refund-requested-by-buyer.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { refundSubjects, whenPayersTurn } from '../../cashier/server/door.ts'
import { openTasks } from '../../../server/personal-data/waiting-tasks.ts'
import { awaitingAccount } from './awaited-refund-accounts.ts'

export const refunds = {
  name: 'refunds',
  routes: refundRoutes,
  recurring: [{ kind: 'refund.accounts', lane: 'sweeps', every: 6 * 3_600_000, run: deleteRefundAccounts }],
  messages: accountMessages,
  commands: accountCommands,
  hooks: [
    accountClosing.part(refundAccountClosure),
    refundSubjects.part(orderRefundSubject),
    openTasks.part(waitingAccounts),
    whenPayersTurn.part(awaitingAccount),
  ],
} satisfies ServerFeature
