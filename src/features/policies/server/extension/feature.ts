/** The server side of extending policies. */
import type { ServerFeature } from '../../../../server/server-feature.ts'
import { extensionClosure } from './account-closure.ts'
import { extensionPayable, waitingTerms } from './extension-payable.ts'
import { expireHandler } from './expire-extension.ts'
import { accountClosing } from '../../../../server/personal-data/account-closure.ts'
import { payables } from '../../../cashier/server/door.ts'
import { openTasks } from '../../../../server/personal-data/waiting-tasks.ts'
import { cancelExtension, extendPolicy, extensionOffer, extensionQuote } from '../../extension-calls.ts'
import { giveUpExtension, offerExtension, quoteExtension, requestExtension } from './extensions.ts'
import { handle, type Route } from '../../../../server/http/call-handlers.ts'

/** The calls of extending a policy. */
const extensionRoutes: readonly Route[] = [
  handle(extensionOffer, async ({ id }, ctx) => offerExtension(ctx, id)),
  handle(extensionQuote, async (input, ctx) => quoteExtension(ctx, input)),
  handle(extendPolicy, async (input, ctx) => requestExtension(ctx, input)),
  handle(cancelExtension, async ({ id }, ctx) => giveUpExtension(ctx, id)),
]

export const extension = {
  name: 'extension',
  routes: extensionRoutes,
  jobs: [expireHandler],
  hooks: [accountClosing.part(extensionClosure), payables.part(extensionPayable), openTasks.part(waitingTerms)],
} satisfies ServerFeature
