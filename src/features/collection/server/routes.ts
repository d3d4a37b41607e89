/** The calls of campaigns. */
import { handle, type Route } from '../../../server/http/call-handlers.ts'
import { begin, campaignView } from './student-side-of-campaign.ts'
import { beginApplication, openCampaign } from '../contract.ts'

export const collectionRoutes: readonly Route[] = [
  handle(openCampaign, (input, ctx) => campaignView(ctx, input)),
  handle(beginApplication, (input, ctx) => begin(ctx, input)),
]
