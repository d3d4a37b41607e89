/** What other features need to know about a change that costs something. */
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PayableRef } from '../../cashier/server/door.ts'
import type { ChangesOfPolicies } from '../../policies/server/door.ts'
import { purgeEvents } from '../../../server/personal-data/purge-events.ts'
import { OPEN } from './change-states.ts'

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

/**
 * Deletes the change requests of a policy and their events after its retention (decision 0056); their files were
 * deleted after the decision. False while one is undecided, which keeps its policy.
 */
async function purgeChangesOf(trx: Trx, policyId: string, at: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('policy_changes')
    .select(['id', 'status'])
    .where('policy_id', '=', policyId)
    .execute()
  if (rows.some(({ status }) => OPEN.some((it) => it === status))) return false
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return true
  await trx.deleteFrom('policy_change_files').where('change_id', 'in', ids).execute()
  await trx.deleteFrom('policy_changes').where('id', 'in', ids).execute()
  await purgeEvents(trx, 'policy_change', ids, { at, why: 'retention' })
  return true
}
