/** A change that costs something, as other features know it. */
import type { Trx } from '../../server/db/database.ts'
import type { Deps } from '../../server/dependencies.ts'
import type { PayableRef } from '../../server/payable.ts'

/** What payments of a difference in premium carry as their kind; their id is the request's. */
export const ENDORSEMENT = 'endorsement'
export const endorsementRef = (id: string): PayableRef => ({ kind: ENDORSEMENT, id })

/** A change of the policy is proven and waits to be paid: the age that prices were worked out on is known to be wrong. */
export async function waitsForDifference(db: Deps['db'] | Trx, policyId: string, now: number): Promise<boolean> {
  const row = await db.selectFrom('policy_changes').select('id').where('policy_id', '=', policyId).where('status', '=', 'awaiting_payment').where('pay_until', '>', now).executeTakeFirst()
  return row !== undefined
}
