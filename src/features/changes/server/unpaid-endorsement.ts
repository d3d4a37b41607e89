/** What other features need to know about a change that costs something. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PayableRef } from '../../cashier/server/door.ts'
import type { ChangesOfPolicies } from '../../policies/server/door.ts'
import { purgeChangesOf } from './purge-changes-of-policy.ts'

/** The payable kind of a difference in premium; its id is the request's. */
export const ENDORSEMENT = 'endorsement'
export const endorsementRef = (id: string): PayableRef => ({ kind: ENDORSEMENT, id })

/** Whether a change of the policy was sent and is not decided: a next term would not have it. */
async function waitsForDecision(db: Deps['db'] | Trx, policyId: string): Promise<boolean> {
  const row = await db
    .selectFrom('policy_changes')
    .select('id')
    .where('policy_id', '=', policyId)
    .where('status', '=', 'submitted')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether an approved change of the policy waits to be paid: the age that prices were computed with is then known to be
 * wrong.
 */
async function waitsForDifference(db: Deps['db'] | Trx, policyId: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('policy_changes')
    .select('id')
    .where('policy_id', '=', policyId)
    .where('status', '=', 'awaiting_payment')
    .where('pay_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** For the features below: policies ask what requests to change them mean for them. */
export const changesOfPolicies: ChangesOfPolicies = {
  undecided: waitsForDecision,
  unpaid: waitsForDifference,
  purge: purgeChangesOf,
}
