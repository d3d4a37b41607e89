/** The refund request with which a policy is cancelled. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { latestRequest, type RefundRequest } from '../../../cashier/server/door.ts'

const SUBJECT = 'policy:'

/** The subject under which the cashier keeps the requests to cancel a policy. */
export const subjectOf = (policyId: string): string => `${SUBJECT}${policyId}`
/** The policy that such a request cancels. */
export const policyOf = ({ subject }: Pick<RefundRequest, 'subject'>): string => subject.slice(SUBJECT.length)

/** Does a request to cancel the policy exist that was not refused? */
export async function isSurrendering(db: Deps['db'] | Trx, policyId: string): Promise<boolean> {
  const request = await latestRequest(db, subjectOf(policyId))
  return request !== undefined && request.status !== 'rejected'
}
