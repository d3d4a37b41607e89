/** What every route, job and command receives. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ClosingPerson, KeptRecord, Obstacle } from './account-closure.ts'
import type { Config } from './config.ts'
import type { Trx, Write } from './db/database.ts'
import type { Files } from './files/file-store.ts'
import type { Seal } from './seal.ts'
import type { CheckWorker, Health, Messages, Outbox } from './service-interfaces.ts'
import type { Database } from './database-tables.ts'
import type { Words } from './load-words.ts'
import type { WaitingTask } from './waiting-tasks.ts'

/** Type of what the features registered, so that this file need not know any payable. */
export interface PayableRegistry {
  readonly kinds: readonly string[]
}

/** Type of what features do when a refund is decided, so that this file need not know any refund. */
export interface RefundSubjectRegistry {
  readonly refundKinds: readonly string[]
}

/** Type of what the feature for partners registered, so that this file need not know it. */
export interface LinkedVisitRegistry {
  readonly known: boolean
}

export interface Deps {
  config: Config
  /** Reads. Writes go through `write`. */
  db: Kysely<Database>
  write: Write
  /** The present instant, ms. The only clock: tests move it. */
  clock: () => number
  outbox: Outbox
  messages: Messages
  files: Files
  /** Checks the files that were received. */
  checking: CheckWorker
  /** Whether this process can work, and figures for operators. */
  health: Health
  seal: Seal
  words: Words
  /** What features do when a person logs in. */
  onLogin: readonly OnLogin[]
  /** What features do when a person ends all their other sessions. */
  onSignOutElsewhere: readonly OnSignOutElsewhere[]
  /** What features do when a person gives up a mobile number or an email. */
  onContactEnded: readonly OnContactEnded[]
  /** What features do when money that was paid for something was refunded. */
  onRefunded: readonly OnRefunded[]
  /** What features do when a policy was issued, or has a new version. */
  onPolicyVersion: readonly OnPolicyVersion[]
  /** Visitors whom partners send by signed links: `linkedVisitsOf` of linked-visits.ts opens it. */
  linkedVisits: LinkedVisitRegistry
  /** What features contribute to closing an account. */
  closures: readonly ClosurePart[]
  /** What a person still has to do, beside orders and claims. */
  waiting: readonly WaitingPart[]
  /** Everything that can be paid for: `payableKinds` of payable.ts opens it. */
  payables: PayableRegistry
  /** What refunds are about that an operator decides: `refundSubjectOf` of refund-subjects.ts opens it. */
  refundSubjects: RefundSubjectRegistry
  log: Logger
}

/**
 * A destination (mobile or email) was proven by a code: hand over what belongs to it, in the login's own transaction.
 * What was bought with it up to `countsFrom` (an instant, ms) belongs to an earlier owner of that destination.
 */
export type OnLogin = (
  deps: Deps,
  trx: Trx,
  login: { userId: string; destination: string; holder: string | undefined; countsFrom: number },
) => Promise<void>

/**
 * A person gives up a destination: what it opened until `until` (an instant, ms) stays the person's, in the same
 * transaction. May run twice.
 */
export type OnContactEnded = (
  deps: Deps,
  trx: Trx,
  contact: { userId: string; mac: string; countsFrom: number; until: number },
) => Promise<void>

/** A person ended all their other sessions: what other devices open without a session ends too, in the same transaction. */
export type OnSignOutElsewhere = (deps: Deps, trx: Trx, person: { userId: string }) => Promise<void>

/** Money was refunded: what changes beyond the payable itself, in the refund's own transaction. */
export type OnRefunded = (
  deps: Deps,
  trx: Trx,
  payable: { kind: string; id: string },
  refund: { amount: number; currency: string; reason: string },
) => Promise<void>

/** A policy was issued, extended, changed or ended, in the same transaction. */
export type OnPolicyVersion = (
  deps: Deps,
  trx: Trx,
  version: { policyId: string; reason: 'issue' | 'extension' | 'endorsement' | 'surrender' },
) => Promise<void>

/** A feature's open tasks of a person. A fixed number of queries, however much the person has. */
export type WaitingPart = (deps: Deps, userId: string) => Promise<WaitingTask[]>

/** A feature's part of closing an account. */
export interface ClosurePart {
  /** What prevents closing. */
  obstacles?: (deps: Deps, db: Kysely<Database> | Trx, person: ClosingPerson) => Promise<Obstacle[]>
  /** What the law makes us keep. */
  kept?: (deps: Deps, db: Kysely<Database> | Trx, person: ClosingPerson) => Promise<KeptRecord[]>
  /** Deletes what is not kept, in the transaction that closes the account. Files are deleted by a job after the commit. */
  erase: (deps: Deps, trx: Trx, person: ClosingPerson) => Promise<void>
}
