/** Creates the version of a policy that follows from an approved change. */
import { dayOf } from '../../../lib/days/dates.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import type { PayableRef } from '../../cashier/server/door.ts'
import { recordAct } from '../../orders/server/door.ts'
import { type InsuredPolicy, provenAnew, addVersion } from '../../policies/server/door.ts'
import { ENDORSED_KINDS } from '../../policies/contract.ts'
import type { People } from './compute-change-effect.ts'

export interface Applied {
  people: People
  /** Minor units, negative for a refund. */
  premiumChange: number
  by: string
  why?: string
  payable?: PayableRef
}

export async function applyChange(
  deps: Deps,
  trx: Trx,
  policy: InsuredPolicy,
  { people, premiumChange, by, why, payable }: Applied,
): Promise<void> {
  const next = await addVersion(deps, trx, policy.id, {
    change: { reason: 'endorsement', on: dayOf(deps.clock()), premiumChange },
    kinds: ENDORSED_KINDS,
    people,
    by,
    ...(why ? { why } : {}),
    ...(payable ? { payable } : {}),
  })
  // The sales record continues with the contract: the new price, and the reason.
  await recordAct(deps, trx, next.order_id, {
    kind: 'endorsed',
    data: {
      versionNumber: next.current_version,
      ...(premiumChange === 0 ? {} : { premiumChange, premiumNow: next.premium_minor, currency: next.currency }),
    },
  })
  if (people.insured.idNumber !== policy.people.insured.idNumber) await provenAnew(deps, trx, next)
}
