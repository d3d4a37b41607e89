/** Which messages partners get about purchases by their links: written in the transaction that causes them. */
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { newId } from '../../../server/new-id.ts'
import { recordCreation } from '../../../server/transition.ts'
import { planPayableRef } from '../../orders/server/door.ts'
import { messageMachine, type MessageType } from './webhook-states.ts'
import { cancellationOf, type OnPolicyVersion, type PolicyTable } from '../../policies/server/door.ts'
import type { OnRefunded } from '../../cashier/server/door.ts'
import { enqueue } from './webhooks.ts'

/**
 * Queues a message about an order that came by a partner's link; does nothing for other orders, ended partners and
 * those without an address.
 */
async function tell(
  deps: Deps,
  trx: Trx,
  orderId: string,
  type: MessageType,
  data: Record<string, string | number | null>,
): Promise<void> {
  const visit = await trx
    .selectFrom('orders')
    .innerJoin('partner_visits', 'partner_visits.id', 'orders.partner_link')
    .innerJoin('partners', 'partners.id', 'partner_visits.partner_id')
    .select([
      'partners.id',
      'partners.status',
      'partners.webhook_url',
      'partners.co_id',
      'partner_visits.in_id',
      'partner_visits.ref',
    ])
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!visit?.webhook_url || visit.status !== 'active') return
  await lockFor(trx, `partner-order:${orderId}`)
  const last = await trx
    .selectFrom('partner_messages')
    .select((eb) => eb.fn.max('sequence').as('sequence'))
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  const [id, at, sequence] = [newId(), deps.clock(), (last?.sequence ?? 0) + 1]
  const body = JSON.stringify({
    id,
    type,
    created_at: new Date(at).toISOString(),
    sequence,
    co_id: visit.co_id,
    in_id: visit.in_id,
    ref: visit.ref,
    order: orderId,
    data,
  })
  await trx
    .insertInto('partner_messages')
    .values({
      id,
      status: 'pending',
      version: 1,
      updated_at: at,
      partner_id: visit.id,
      order_id: orderId,
      type,
      sequence,
      body,
      created_at: at,
      round: 1,
      round_at: at,
      delivered_at: null,
    })
    .execute()
  await recordCreation(trx, {
    machine: messageMachine,
    id,
    status: 'pending',
    by: 'system',
    at,
    data: { type, order: orderId },
  })
  await enqueue(deps, trx, { id, round: 1 }, visit.webhook_url)
}
const TYPES = {
  issue: 'policy.issued',
  extension: 'policy.extended',
  endorsement: 'policy.endorsed',
  surrender: 'policy.surrendered',
} as const

/** A policy was issued, or has another version. */
export const tellOfPolicy: OnPolicyVersion = async (deps, trx, { policyId, reason }) => {
  const policy = await trx.selectFrom('policies').selectAll().where('id', '=', policyId).executeTakeFirstOrThrow()
  const { order_id, number, plan, tier, starts, ends, current_version, premium_minor, currency } = policy
  await tell(deps, trx, order_id, TYPES[reason], {
    policy: number,
    version: current_version,
    plan,
    tier,
    start: starts,
    end: ends,
    premium_minor: premium_minor,
    currency,
    ...coverEnd(policy),
    ...(reason === 'extension' && { continues: await numberOf(trx, policy.previous_policy_id) }),
  })
}

/** Of a cancelled policy: `end` stays the day that was agreed, which the cover may never have reached. */
function coverEnd(policy: PolicyTable): { cancelled_on?: string; last_day?: string | null } {
  const cancelled = cancellationOf(policy)
  return cancelled ? { cancelled_on: cancelled.on, last_day: cancelled.covered?.end ?? null } : {}
}

async function numberOf(trx: Trx, policyId: string | null): Promise<string | null> {
  if (policyId === null) return null
  const row = await trx.selectFrom('policies').select('number').where('id', '=', policyId).executeTakeFirst()
  return row?.number ?? null
}

/** Money was refunded, for the application or for later payments of its policy. */
export const tellOfRefund: OnRefunded = async (deps, trx, payable, { amount, currency, reason, again }) => {
  if (again) return
  const policy = await trx
    .selectFrom('policy_versions')
    .innerJoin('policies', 'policies.id', 'policy_versions.policy_id')
    .select(['policies.order_id', 'policies.number'])
    .where('payable_kind', '=', payable.kind)
    .where('payable_id', '=', payable.id)
    .executeTakeFirst()
  const order = policy?.order_id ?? (planPayableRef(payable.id).kind === payable.kind ? payable.id : undefined)
  if (order !== undefined)
    await tell(deps, trx, order, 'refund.succeeded', {
      policy: policy?.number ?? null,
      amount_minor: amount,
      currency,
      reason,
    })
}
