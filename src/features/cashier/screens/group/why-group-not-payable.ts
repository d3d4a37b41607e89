/** Why a list cannot be paid by its link. Pure. */
import type { GroupPaymentView } from '../../../collection/contract.ts'

/** `link`: the list itself is still open; what prevents the payment is its link, or a wrong sum that is being checked. */
export type WhyGroupNotPayable = 'empty' | 'cancelled' | 'expired' | 'link'

export function whyGroupNotPayable({
  status,
  empty,
  payUntil,
  now,
}: Pick<GroupPaymentView, 'status' | 'empty' | 'payUntil' | 'now'>): WhyGroupNotPayable {
  if (empty) return 'empty'
  if (status === 'cancelled') return 'cancelled'
  return status === 'open' && now < payUntil ? 'link' : 'expired'
}
