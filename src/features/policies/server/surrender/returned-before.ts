/** What earlier refunds have returned of the money that bought a policy: it is not returned a second time. */
import type { Trx } from '../../../../server/db/database.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { creditedPayments } from '../../../cashier/server/door.ts'
import { GROUP, PLAN } from '../../../orders/server/door.ts'
import { payablesOf, versionsOf } from '../versions/policy-versions.ts'
import { subjectOf } from './surrender-request.ts'
import type { PolicyTable } from '../../tables.ts'

/**
 * What refunds of its payments have returned or reserved, minor units, except for what a change already took off the
 * premium. Of a school's group payment only refunds for this policy count. Where one payment bought the policies of a
 * family, refunds for the others do not count, and each bears its part of what was returned for nobody in particular.
 */
export async function returnedBefore(db: Deps['db'] | Trx, { id, order_id: order }: PolicyTable): Promise<number> {
  const versions = await versionsOf(db, id)
  const takenOff = versions.reduce(
    (sum, it) => sum - (it.reason === 'endorsement' ? Math.min(0, it.premium_change) : 0),
    0,
  )
  let returned = 0
  for (const payment of await creditedPayments(db, payablesOf(versions))) {
    if (payment.payable_kind === GROUP) returned += await returnedFor(db, [id], payment.id)
    else if (payment.payable_kind !== PLAN) returned += payment.refund_minor
    else {
      const family = await familyOf(db, order)
      const everybody =
        payment.refund_minor -
        (await returnedFor(
          db,
          family.map((it) => it.id),
          payment.id,
        ))
      returned += (await returnedFor(db, [id], payment.id)) + partOf(everybody, family, id)
    }
  }
  return Math.max(0, returned - takenOff)
}

interface Bought {
  id: string
  premium_minor: number
}

/** The policies that an order bought, with the premium that was paid for each. */
const familyOf = (db: Deps['db'] | Trx, order: string): Promise<Bought[]> =>
  db
    .selectFrom('policies')
    .innerJoin('policy_versions', 'policy_versions.policy_id', 'policies.id')
    .select(['policies.id', 'policy_versions.premium_minor'])
    .where('policies.order_id', '=', order)
    .where('policies.previous_policy_id', 'is', null)
    .where('policies.status', '!=', 'void')
    .where('policy_versions.number', '=', 1)
    .orderBy('policies.person')
    .execute()

/** One policy's part of a sum, by premium; all parts add up to the sum. */
function partOf(sum: number, family: readonly Bought[], id: string): number {
  const whole = family.reduce((all, it) => all + it.premium_minor, 0)
  const at = family.findIndex((it) => it.id === id)
  const upTo = (count: number): number =>
    Math.floor((sum * family.slice(0, count).reduce((all, it) => all + it.premium_minor, 0)) / whole)
  return upTo(at + 1) - upTo(at)
}

/** What was refunded from a payment for these policies: for cancelling them, and for changes of them. */
async function returnedFor(db: Deps['db'] | Trx, ids: readonly string[], payment: string): Promise<number> {
  const changes = await db.selectFrom('policy_changes').select('id').where('policy_id', 'in', ids).execute()
  const rows = await db
    .selectFrom('refunds')
    .select('amount_minor')
    .where('payment_id', '=', payment)
    .where('subject', 'in', [...ids.map(subjectOf), ...changes.map((it) => `endorsement:${it.id}`)])
    // The reservation of a failed one was released.
    .where('status', 'not in', ['rejected', 'failed'])
    .execute()
  return rows.reduce((sum, it) => sum + it.amount_minor, 0)
}
