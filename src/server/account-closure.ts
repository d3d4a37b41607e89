/**
 * What closing an account needs from each feature (decision 0072): what prevents it, which personal data the law makes
 * us keep and until when, and deleting the rest. A feature brings its part (`ClosurePart` of dependencies.ts) as
 * `ServerFeature.closure`.
 */
import type { Day } from '../lib/dates.ts'

/** The account's owner, and keyed hashes of all their contacts, including those given up. */
export interface ClosingPerson {
  userId: string
  macs: readonly string[]
}

type ObstacleKind =
  | 'policy'
  | 'order'
  | 'payment'
  | 'refund'
  | 'claim'
  | 'change'
  | 'extension'
  | 'invoice'
  | 'overseas'
  | 'tuition'

/** Something unfinished that prevents closing. */
export interface Obstacle {
  kind: ObstacleKind
  id: string
  /** The number by which the person knows it or what it belongs to. */
  number: string
  /** A policy in force: its last day. */
  until: Day | null
  /** Path of the page where the person can finish it, without language. */
  path: string
}

/** What the law makes us keep, with its number and the last day. */
export interface KeptRecord {
  kind: 'policy' | 'invoice' | 'tuition'
  number: string
  until: Day
}
