/** The state graph of policies, and the state that a policy has on a day. */
import type { Day } from '../../../lib/days/dates.ts'
import { machine } from '../../../server/transition.ts'
import type { PolicyStatus } from '../contract.ts'
import type { StoredStatus } from '../tables.ts'

/**
 * `issuing`: its documents are being made, and nobody sees it. `void`: they could not be made, and the money is
 * refunded.
 */
export const policyMachine = machine<'policies', StoredStatus>({
  entity: 'policy',
  table: 'policies',
  // `issued` to itself: a new version.
  graph: { issuing: ['issued', 'void'], issued: ['issued', 'cancelled'], cancelled: [], void: [] },
})

/** Cover starts at 00:00 and ends at 24:00 of its days in Shanghai (design §2). `today` is the day there. */
export function policyStatus(stored: 'issued' | 'cancelled', start: Day, end: Day, today: Day): PolicyStatus {
  if (stored === 'cancelled') return 'cancelled'
  if (today < start) return 'pending_activation'
  return today > end ? 'expired' : 'valid'
}
