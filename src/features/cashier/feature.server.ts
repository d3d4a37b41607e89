/** The server side of paying. */
import type { ServerFeature } from '../../server/server-feature.ts'
import { cashierClosure } from './account-closure.server.ts'
import { paymentCommands } from './payment-commands.server.ts'
import { providerCommands } from './provider-commands.server.ts'
import { paymentLinkCommands } from './payment-link-commands.server.ts'
import { linkMessages } from './payment-link-messages.server.ts'
import { noticeHandler, registerNotifications } from './provider-notifications.server.ts'
import { refundMessages } from './refund-messages.server.ts'
import { jobs, recurring } from './reconcile.server.ts'
import { refundCommands } from './refund-commands.server.ts'
import { refundFigures } from './refunds-for-operator.server.ts'
import { loadProviders, missingProvider } from './provider-registry.server.ts'
import { routes } from './routes.server.ts'
import { gatewayJobs } from './sandbox/jobs.server.ts'
import { registerGateway } from './sandbox/routes.server.ts'
import { connectGateway } from './sandbox/gateway-connection.server.ts'
import { accountClosing } from '../../server/account-closure.ts'

export const cashier = {
  name: 'cashier',
  routes,
  // The sandbox gateway's tables are empty in production: there is one sequence of migrations for every mode.
  jobs: [...jobs, noticeHandler, ...gatewayJobs],
  recurring,
  commands: [...paymentCommands, ...providerCommands, ...paymentLinkCommands, ...refundCommands],
  hooks: [accountClosing.part(cashierClosure)],
  figures: refundFigures,
  messages: { ...refundMessages, ...linkMessages },
  missing: missingProvider,
  start: loadProviders,
  raw: async (app, deps) => {
    connectGateway(deps, app)
    await app.register(async (scope) => registerNotifications(scope, deps))
    if (deps.config.mode === 'sandbox') await app.register(async (scope) => registerGateway(scope, deps))
  },
} satisfies ServerFeature
