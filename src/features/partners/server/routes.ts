/** The calls of partner links. */
import { handle, type Route } from '../../../server/http/call-handlers.ts'
import { usePartnerLink } from '../contract.ts'
import { redeemLinkForAccount } from './visits.ts'

export const partnerRoutes: readonly Route[] = [
  handle(usePartnerLink, (link, { deps, caller, lang }) => redeemLinkForAccount(deps, link, caller.userId, lang)),
]
