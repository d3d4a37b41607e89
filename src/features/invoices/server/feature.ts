/** The server side of e-invoices. */
import type { ServerFeature } from '../../../server/server-feature.ts'
import { invoiceClosure } from './account-closure.ts'
import { deskCommands } from './channel/desk-commands.ts'
import { missingChannel } from './channel/tax-channel-registry.ts'
import { deliverHandler, invoiceMessages } from './deliver-invoice.ts'
import { issueHandler, issueSweep, proceedAfterRefund } from './issue-invoice-documents.ts'
import { deleteOldNotices, registerInvoiceNotices } from './channel/tax-channel-notifications.ts'
import { invoiceCommands, invoiceFigures } from './invoice-commands.ts'
import { dropInvoiceFiles, purgeInvoices } from './purge-invoices.ts'
import { prepaidLinkCommands } from './prepaid/prepaid-link-commands.ts'
import { prepaidMessages } from './prepaid/prepaid-link-messages.ts'
import { deleteOldPrepaidLinks } from './prepaid/prepaid-links.ts'
import { invoiceRoutes } from './routes.ts'
import { sandboxTaxHandler } from './sandbox/sandbox-channel.ts'
import { waitingInvoices } from './refused-tax-number-task.ts'
import { refunded } from '../../cashier/server/door.ts'
import { accountClosing } from '../../../server/personal-data/account-closure.ts'
import { openTasks } from '../../../server/personal-data/waiting-tasks.ts'

export const invoices = {
  name: 'invoices',
  routes: invoiceRoutes,
  // The sandbox's tables are empty in production: there is one sequence of migrations for every mode.
  hooks: [refunded.part(proceedAfterRefund), accountClosing.part(invoiceClosure), openTasks.part(waitingInvoices)],
  jobs: [issueHandler, deliverHandler, dropInvoiceFiles, sandboxTaxHandler],
  recurring: [
    issueSweep,
    {
      kind: 'invoice.sweep',
      lane: 'sweeps',
      every: 3_600_000,
      run: async (deps) => {
        await deleteOldNotices(deps)
        await deleteOldPrepaidLinks(deps)
      },
    },
    purgeInvoices,
  ],
  messages: { ...invoiceMessages, ...prepaidMessages },
  commands: [...deskCommands, ...invoiceCommands, ...prepaidLinkCommands],
  figures: invoiceFigures,
  missing: missingChannel,
  raw: async (app, deps) => {
    if (deps.config.mode !== 'sandbox') return
    await app.register(async (scope) => {
      // Signatures cover the exact bytes, so JSON is not parsed here.
      scope.removeContentTypeParser('application/json')
      scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
      registerInvoiceNotices(scope, deps)
    })
  },
} satisfies ServerFeature
