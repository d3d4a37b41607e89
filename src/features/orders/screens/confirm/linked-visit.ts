/** Whether an application begins with a partner's data, and where its flow continues (decision 0074). */
import { KEYS, PARTNER_VISIT } from '../../../../app/storage/storage-keys.ts'
import { browserStore, visitStore } from '../../../../app/storage/storage.ts'
import { splitPath } from '../../../../lib/locale.ts'
import { campaignPath, linkedPaymentPath, paymentPath, type OrderView } from '../../contract.ts'

/** Is this the page that partners link to? */
const isLinkedPage = (): boolean => splitPath(location.pathname).path === '/interconnection'

/**
 * The visit that a new application belongs to: the session's own (`{}`), or one that a signed-in visitor uses for their
 * account.
 */
export function linkedVisit(query: URLSearchParams): { link?: string } | undefined {
  if (browserStore().getItem(KEYS.coId) !== null) return {}
  const link = query.has('in_id') || isLinkedPage() ? visitStore().getItem(PARTNER_VISIT) : null
  return link ? { link } : undefined
}

/** Payment page of an application that was sent, without language; the campaign's page where its school pays. */
export const payAddress = ({ id, prefill, campaign }: Pick<OrderView, 'id' | 'prefill' | 'campaign'>): string =>
  campaign?.payer === 'school'
    ? campaignPath(campaign.address)
    : isLinkedPage() && prefill
      ? linkedPaymentPath(id, prefill.inId)
      : paymentPath(id)
