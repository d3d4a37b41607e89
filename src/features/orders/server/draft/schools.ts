/** What ordering asks of the feature that knows schools: places in their campaigns, and the end of their lists. */
import type { Trx } from '../../../../server/db/database.ts'
import { defineHook } from '../../../../server/define-hook.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import type { OrderTable } from '../../tables.ts'

/** An application that is being sent, as far as its place depends on it. */
export interface Applicant {
  order: Pick<OrderTable, 'id' | 'holder' | 'user_id'>
  /** Of the student's own link. */
  invitation: string | undefined
  /** It has passed the health review: it keeps the place that it has. */
  reviewed: boolean
}

export interface Schools {
  /** Takes a place in the campaign, in the transaction that sends the application. Refuses where there is none. */
  takePlace: (deps: Deps, trx: Trx, campaign: string, applicant: Applicant) => Promise<{ payUntil: number | null }>
  /** May a closed application be made again in its campaign? */
  takesApplications: (deps: Deps, campaign: string, order: string) => Promise<boolean>
  /** A student of the list who applies again keeps what the list says about her. */
  moveInvitation: (trx: Trx, campaign: string, orders: { from: string; to: string }) => Promise<unknown>
  /** Expires the list by which a school pays, unless its payment turns out to have succeeded. May run twice. */
  expireGroup: (deps: Deps, group: string) => Promise<void>
}

/** Only one feature knows schools. */
export const schools = defineHook<Schools>('schools', () => 'schools')

/** For applications of a campaign or a list, which nobody else makes. */
export function schoolsOf(deps: Deps): Schools {
  const [known] = schools.all(deps)
  if (!known) throw new Error('an application of a school, and no feature that knows schools')
  return known
}
