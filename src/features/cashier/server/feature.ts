/** The server side of paying. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { cashierClosure } from './account-closure.ts'
import { paymentCommands } from './payments/payment-commands.ts'
import { providerCommands } from './providers/provider-commands.ts'
import { paymentLinkCommands } from './links/payment-link-commands.ts'
import { linkMessages } from './links/payment-link-messages.ts'
import { noticeHandler, registerNotifications } from './providers/provider-notifications.ts'
import { refundMessages } from './refunds/refund-messages.ts'
import { jobs, recurring } from './payments/reconcile.ts'
import { refundCommands } from './refunds/refund-commands.ts'
import { accountMessages } from './refunds/refund-account-messages.ts'
import { deleteRefundAccounts, waitingAccounts } from './refunds/waiting-refund-accounts.ts'
import { refundFigures } from './refunds/refunds-for-operator.ts'
import { loadProviders, missingProvider } from './providers/provider-registry.ts'
import { routes } from './routes.ts'
import { registerGateway } from './sandbox/routes.ts'
import { connectGateway } from './sandbox/gateway-connection.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { openTasks } from '../../../server/personal-data/waiting-tasks.ts'
import { settleTrade } from './sandbox/trades.ts'
import { attemptDelivery, deliverJob, settleJob } from './sandbox/deliveries.ts'
import { handleJob, type Job } from '../../../server/jobs/outbox.ts'

/** What the sandbox gateway does automatically, after the person has left its page. */
const gatewayJobs: readonly Job[] = [
  handleJob(deliverJob, (deps, { id }) => attemptDelivery(deps, id)),
  handleJob(settleJob, (deps, { ref }) => settleTrade(deps, ref)),
]

export const cashier = {
  name: 'cashier',
  routes,
  // The sandbox gateway's tables are empty in production: there is one sequence of migrations for every mode.
  jobs: [...jobs, noticeHandler, ...gatewayJobs],
  recurring: [
    ...recurring,
    { kind: 'refund.accounts', lane: 'sweeps', every: 6 * 3_600_000, run: deleteRefundAccounts },
  ],
  commands: [...paymentCommands, ...providerCommands, ...paymentLinkCommands, ...refundCommands],
  hooks: [accountClosing.part(cashierClosure), openTasks.part(waitingAccounts)],
  figures: refundFigures,
  messages: { ...refundMessages, ...accountMessages, ...linkMessages },
  missing: missingProvider,
  start: loadProviders,
  raw: async (app, deps) => {
    connectGateway(deps, app)
    await app.register(async (scope) => registerNotifications(scope, deps))
    if (deps.config.mode === 'sandbox') await app.register(async (scope) => registerGateway(scope, deps))
  },
} satisfies ServerFeature
