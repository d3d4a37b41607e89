/** The calls of partner links. */
import { handle, type Route } from '../../../server/http/call-handlers.ts'
import { checkPartnerLink, usePartnerLink } from '../contract.ts'
import { checkLink, redeemLinkForAccount } from './visits.ts'

export const partnerRoutes: readonly Route[] = [
  handle(checkPartnerLink, (link, { deps, lang }) => checkLink(deps, link, lang)),
  handle(usePartnerLink, (link, { deps, caller, lang }) => redeemLinkForAccount(deps, link, caller.userId, lang)),
]
