/**
 * What the closing of an account asks of each feature (decision 0072): what stands against it, what of the person the law makes us keep and until
 * when, and deleting the rest. A feature brings its part (`ClosurePart` of dependencies.ts) as `ServerFeature.closure`.
 */
import type { Day } from '../lib/dates.ts'

/** Whose account it is, and keyed hashes of every contact of theirs, those given up included. */
export interface ClosingPerson {
  userId: string
  macs: readonly string[]
}

export type ObstacleKind = 'policy' | 'order' | 'payment' | 'refund' | 'claim' | 'change' | 'extension' | 'invoice' | 'overseas' | 'tuition'

/** Something unfinished that stands against closing. */
export interface Obstacle {
  kind: ObstacleKind
  id: string
  /** The number that the person knows it, or what it belongs to, by. */
  number: string
  /** A policy in force: its last day. */
  until: Day | null
  /** Path of the page where it is settled, without language. */
  path: string
}

/** What the law keeps: with its number and the last day. */
export interface KeptRecord {
  kind: 'policy' | 'invoice' | 'tuition'
  number: string
  until: Day
}
