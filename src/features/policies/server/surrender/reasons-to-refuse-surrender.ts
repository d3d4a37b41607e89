/**
 * The reasons for which a cancelling may be refused: those that its policyholder was told
 * (`policy_surrender_requested`), and no other.
 */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { RefundSubject, RefundRequest } from '../../../cashier/server/door.ts'
import { hadWhenMade } from '../../../session/server/door.ts'
import { policyOf } from './surrender-request.ts'
import { lettersOf } from './visa-refusal-letters.ts'

type Holds = (db: Deps['db'] | Trx, request: RefundRequest) => Promise<boolean>

const isByOperator = ({ requestedBy }: RefundRequest): boolean => requestedBy.startsWith('operator:')

/**
 * Whether the account that asked had an email or mobile number, proven by a code, that the policy states for its holder
 * when it was bought; of a next term, the account that bought it. Somebody who had it earlier, or got it since, is not
 * the policyholder for that.
 */
async function isPolicyholder(db: Deps['db'] | Trx, request: RefundRequest): Promise<boolean> {
  const row = await db
    .selectFrom('policies')
    .select(['buyer_email_mac', 'buyer_mobile_mac', 'issued_at', 'order_person'])
    .where('id', '=', policyOf(request))
    .executeTakeFirstOrThrow()
  const asking = request.requestedBy.replace('user:', '')
  const bought = await db
    .selectFrom('policy_extensions')
    .select('id')
    .where('id', '=', row.order_person)
    .where('user_id', '=', asking)
    .executeTakeFirst()
  if (bought) return true
  return hadWhenMade(db, asking, {
    macs: [row.buyer_email_mac, row.buyer_mobile_mac],
    at: row.issued_at,
  })
}

const HOLDS: Readonly<Record<string, Holds>> = {
  /**
   * Who wrote or called is judged by the operator alone. An account that had the policyholder's
   * contact when the policy was bought is the policyholder.
   */
  not_policyholder: async (db, request) => isByOperator(request) || !(await isPolicyholder(db, request)),
  /** An operator who asks for somebody may have the letter on paper. */
  letter: async (db, request) => isByOperator(request) || (await lettersOf(db, request.id)).length > 0,
}

export const SURRENDER_REFUSALS: NonNullable<RefundSubject['refusals']> = {
  reasons: Object.keys(HOLDS),
  holds: async (db, request, reason) => (await HOLDS[reason]?.(db, request)) ?? false,
}

/** What an operator reads with the request. */
export const RIGHT_TO_CANCEL =
  'The policyholder may cancel at any time (terms 9.1). Reject it only if somebody else asked (9.1): --reason not_policyholder; or the letter does not prove the refused visa (9.4): --reason letter. Claims change nothing (9.3)'
