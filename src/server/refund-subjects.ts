/**
 * What happens to the subject of a refund that an operator decides. A feature brings its kinds in
 * `ServerFeature.refundSubjects`; the cashier knows nothing about a kind except this interface.
 */
import type { RefundRequest } from '../features/cashier/stored-refund-requests.server.ts'
import type { Trx } from './db/database.ts'
import type { Deps, RefundSubjectRegistry } from './dependencies.ts'

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

const registries = new WeakMap<RefundSubjectRegistry, ReadonlyMap<string, RefundSubject>>()

/** The registry that `Deps` carries; a kind that two features bring stops the start. */
export function collectRefundSubjects(subjects: readonly RefundSubject[]): RefundSubjectRegistry {
  const all = new Map(subjects.map((it) => [it.kind, it]))
  if (all.size !== subjects.length) throw new Error('two features decide on refunds of the same kind')
  const registry = { refundKinds: [...all.keys()] }
  registries.set(registry, all)
  return registry
}

/** The subject of a refund, if something happens to it. */
export const refundSubjectOf = (
  { refundSubjects }: Pick<Deps, 'refundSubjects'>,
  kind: string,
): RefundSubject | undefined => registries.get(refundSubjects)?.get(kind)
