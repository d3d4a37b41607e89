/**
 * What closing an account needs from each feature (decision 0072): what prevents it, which personal data the law makes
 * us keep and until when, and deleting the rest. A feature brings its part by the hook
 * `accountClosing`.
 */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Day } from '../../lib/days/dates.ts'
import type { Trx } from '../db/database.ts'
import { defineHook } from '../define-hook.ts'
import type { Deps } from '../dependencies.ts'

/** When a contact was the person's: what was made with it later than `from` and by `until` (instants, ms). */
export interface ClosingContact {
  /** Keyed hash of the mobile number or email. */
  mac: string
  from: number
  until: number
  /** When a code proved it. What was sent to it earlier may have been for somebody of whom nothing is known any more. */
  provedAt: number
  /**
   * When somebody else last gave it up before that, 0 for nobody. What names it between then and `from` can be claimed
   * with it by no one; once the account no longer says so, it must not be found by whoever has the contact next.
   */
  freeSince: number
}

/** The account's owner, and all their contacts, including those given up. */
export interface ClosingPerson {
  userId: string
  contacts: readonly ClosingContact[]
}

const inTime = (
  contacts: readonly ClosingContact[],
  { mac, at, since }: { mac: string; at: string; since: 'from' | 'freeSince' },
): Expression<SqlBool> =>
  contacts.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`(${sql.join(
        contacts.map(
          (it) =>
            sql`(${sql.ref(mac)} = ${it.mac} and ${sql.ref(at)} > ${it[since]} and ${sql.ref(at)} <= ${it.until})`,
        ),
        sql` or `,
      )})`

/** Condition: the row was made with a contact while it was the person's. `mac` and `at` are the columns that tell. */
export const madeWith = (contacts: readonly ClosingContact[], mac: string, at: string): Expression<SqlBool> =>
  inTime(contacts, { mac, at, since: 'from' })

/** The same, and rows of earlier times for which the contact is no one else's: it must no longer lead to them. */
export const foundOnlyBy = (contacts: readonly ClosingContact[], mac: string, at: string): Expression<SqlBool> =>
  inTime(contacts, { mac, at, since: 'freeSince' })

type ObstacleKind =
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
interface KeptRecord {
  kind: 'policy' | 'policyInForce' | 'invoice' | 'tuition'
  number: string
  until: Day
}

/** A feature's part of closing an account. */
export interface ClosurePart {
  /** What prevents closing. */
  obstacles?: (deps: Deps, db: Deps['db'] | Trx, person: ClosingPerson) => Promise<Obstacle[]>
  /** What the law makes us keep. */
  kept?: (deps: Deps, db: Deps['db'] | Trx, person: ClosingPerson) => Promise<KeptRecord[]>
  /** Deletes what is not kept, in the transaction that closes the account. Files are deleted by a job after the commit. */
  erase: (deps: Deps, trx: Trx, person: ClosingPerson) => Promise<void>
}

export const accountClosing = defineHook<ClosurePart>('account closing')
