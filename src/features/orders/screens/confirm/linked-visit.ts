/** Whether an application here begins with what a partner said, and where its flow goes on (decision 0074). */
import { KEYS, PARTNER_VISIT } from '../../../../app/storage-keys.ts'
import { browserStore, visitStore } from '../../../../app/storage.ts'
import { splitPath } from '../../../../lib/locale.ts'
import { pathFor } from '../../../../routes.ts'
import { linkedPaymentPath, paymentPath, type OrderView } from '../../contract.ts'

/** The page of the flow that partners send to. */
const isLinkedPage = (): boolean => splitPath(location.pathname).path === pathFor('interconnection')

/** The visit that a new application belongs to: the session's own (`{}`), or one that somebody who is signed in uses for their account. */
export function linkedVisit(query: URLSearchParams): { link?: string } | undefined {
  if (browserStore().getItem(KEYS.coId) !== null) return {}
  const link = query.has('in_id') || isLinkedPage() ? visitStore()?.getItem(PARTNER_VISIT) : null
  return link ? { link } : undefined
}

/** Where an application that was sent is paid, without language; the page of a school's campaign where the school pays. */
export const payAddress = ({ id, prefill, campaign }: Pick<OrderView, 'id' | 'prefill' | 'campaign'>): string =>
  (campaign?.payer === 'school' ? pathFor('h5.collection', { id: campaign.address }) : isLinkedPage() && prefill ? linkedPaymentPath(id, prefill.inId) : paymentPath(id))
