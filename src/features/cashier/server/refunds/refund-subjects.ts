/**
 * What happens to the subject of a refund that an operator decides. A feature brings its kinds by the
 * hook `refundSubjects`; the cashier knows nothing about a kind except this interface.
 */
import type { RefundRequest } from './stored-refund-requests.ts'
import type { Trx } from '../../../../server/db/database.ts'
import { defineHook } from '../../../../server/define-hook.ts'
import type { Deps } from '../../../../server/dependencies.ts'

export interface RefundDecision {
  /** `operator:<id>`, or `user:<id>` for someone who takes the request back. */
  by: string
  /** The buyer reads it if it is a refusal. */
  why: string
  /** Stored with the event. */
  data?: { reason: string }
}

type Decided = (deps: Deps, trx: Trx, request: RefundRequest, decision: RefundDecision) => Promise<void>

export interface RefundSubject {
  /** The beginning of `RefundRequest.subject`. */
  kind: string
  /** In the transaction that decides it. */
  approved: Decided
  rejected: Decided
  /** The only reasons for which it may be refused, and whether one holds here. Where there is no list, `why` is enough. */
  refusals?: {
    reasons: readonly string[]
    holds: (db: Deps['db'] | Trx, request: RefundRequest, reason: string) => Promise<boolean>
  }
  /** What an operator needs to know besides the sums, line by line. */
  describe?: (db: Deps['db'] | Trx, request: RefundRequest) => Promise<string[]>
}

/** Each kind belongs to one feature. */
export const refundSubjects = defineHook<RefundSubject>('refund subject', ({ kind }) => kind)

/** Money was refunded: what changes beyond the payable itself, in the refund's own transaction. */
export type OnRefunded = (
  deps: Deps,
  trx: Trx,
  payable: { kind: string; id: string },
  /** `again`: it had been returned, and the payer’s bank had sent it back. */
  refund: { amount: number; currency: string; reason: string; again: boolean },
) => Promise<void>

export const refunded = defineHook<OnRefunded>('refunded')
