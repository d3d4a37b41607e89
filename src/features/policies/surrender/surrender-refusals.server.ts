/** The reasons for which a cancelling may be refused: those that its policyholder was told (`policy_surrender_requested`), and no other. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { RefundRequest, RefundSubject } from '../../cashier/refund-requests.server.ts'
import { claimsOnPolicy } from '../../claims/policy-claims.server.ts'
import { lettersOf } from './visa-refusal-letters.server.ts'

type Holds = (db: Deps['db'] | Trx, request: RefundRequest) => Promise<boolean>

const HOLDS: Readonly<Record<string, Holds>> = {
  /** Who wrote or called is judged by the operator alone. */
  not_policyholder: () => Promise.resolve(true),
  claim: async (db, { subject }) => (await claimsOnPolicy(db, subject.slice('policy:'.length))) !== 'none',
  /** An operator who asks for somebody may have the letter on paper. */
  letter: async (db, { id, requestedBy }) => requestedBy.startsWith('operator:') || (await lettersOf(db, id)).length > 0,
}

export const SURRENDER_REFUSALS: NonNullable<RefundSubject['refusals']> = {
  reasons: Object.keys(HOLDS),
  holds: async (db, request, reason) => (await HOLDS[reason]?.(db, request)) ?? false,
}

/** What an operator reads with the request. */
export const RIGHT_TO_CANCEL = 'The policyholder may cancel at any time (terms 9.1). Reject it only if somebody else asked (9.1): --reason not_policyholder; a claim is open or was paid (9.3): --reason claim; or the letter does not prove the refused visa (9.4): --reason letter'
