/** The calls of extending a policy. */
import { handle, type Route } from '../../../../server/http/call-handlers.ts'
import { cancelExtension, extendPolicy, extensionOffer, extensionQuote } from '../../extension-calls.ts'
import { giveUpExtension, offerExtension, quoteExtension, requestExtension } from './extensions.ts'

export const extensionRoutes: readonly Route[] = [
  handle(extensionOffer, async ({ id }, ctx) => offerExtension(ctx, id)),
  handle(extensionQuote, async (input, ctx) => quoteExtension(ctx, input)),
  handle(extendPolicy, async (input, ctx) => requestExtension(ctx, input)),
  handle(cancelExtension, async ({ id }, ctx) => giveUpExtension(ctx, id)),
]
