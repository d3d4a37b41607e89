/**
 * Messages to partners about purchases by their links: written in the transaction that causes them, signed and posted
 * by a job.
 */
import { z } from 'zod'
import type { Trx } from '../../../server/db/database.ts'
import { lockFor } from '../../../server/db/transaction-lock.ts'
import { defineJob } from '../../../server/jobs/define-job.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { EndpointFailed, forgetFailures } from '../../../server/jobs/job-endpoints.ts'
import { LoggedFault } from '../../../server/logs/logging.ts'
import { callOutside } from '../../../server/metrics/outgoing-call.ts'
import { newId } from '../../../server/new-id.ts'
import { handleJob, type JobInfo, type Recurring } from '../../../server/jobs/outbox.ts'
import { recordCreation, transition, tryTransition } from '../../../server/transition.ts'
import { planPayableRef } from '../../orders/server/door.ts'
import { validKeys } from './partners.ts'
import { endpointOf, failedAsEndpoint, postTo, type Posted } from './webhook-address.ts'
import { messageMachine, MOST_TRIES, type MessageType } from './webhook-states.ts'
import { signMessage } from './webhook-signature.ts'
import type { PartnerMessageTable } from './webhook-tables.ts'
import { cancellationOf, type OnPolicyVersion, type PolicyTable } from '../../policies/server/door.ts'
import type { OnRefunded } from '../../cashier/server/door.ts'

const DAY = 86_400_000
const KEEP_MS = 400 * DAY

export const tellJob = defineJob(
  'partners.tell',
  'partners',
  z.object({ id: z.string(), round: z.number().int() }),
  MOST_TRIES,
)

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

const keyOf = (id: string, round: number): string => `${tellJob.kind}:${id}:${round}`

const enqueue = (deps: Deps, trx: Trx, payload: { id: string; round: number }, address: string | null): Promise<void> =>
  deps.outbox.enqueue(trx, tellJob, payload, {
    key: keyOf(payload.id, payload.round),
    ...(address === null ? {} : { endpoint: endpointOf(address) }),
  })

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
export const tellOfRefund: OnRefunded = async (deps, trx, payable, { amount, currency, reason }) => {
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

/** One try. Throws, so that the outbox repeats it until it was accepted or three days have passed. */
async function attempt(
  deps: Deps,
  { id, round }: { id: string; round: number },
  { attempt: number }: JobInfo,
): Promise<void> {
  const row = await deps.db.selectFrom('partner_messages').selectAll().where('id', '=', id).executeTakeFirst()
  if (row?.status !== 'pending' || row.round !== round) return
  const partner = await deps.db
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', row.partner_id)
    .executeTakeFirstOrThrow()
  const keys = await validKeys(deps, deps.db, partner.id)
  const posted =
    partner.status !== 'active' || !partner.webhook_url
      ? { status: null, fault: 'no_address' }
      : keys.length === 0
        ? { status: null, fault: 'no_key' }
        : await post(
            deps,
            partner.webhook_url,
            row.body,
            signMessage(id, Math.floor(deps.clock() / 1000), row.body, keys),
          )
  const given = posted.fault === null ? 'delivered' : number >= MOST_TRIES ? 'failed' : undefined
  await deps.write((trx) => noteTry(deps, trx, row, posted, given))
  if (given !== undefined) return
  const Fault = failedAsEndpoint(posted) ? EndpointFailed : LoggedFault
  throw new Fault(`partner not reached: ${posted.fault ?? ''}`)
}

const post = (deps: Deps, address: string, body: string, headers: Record<string, string>): Promise<Posted> =>
  callOutside(
    deps,
    { kind: 'partner', service: 'webhook', operation: 'post' },
    () => postTo(address, body, headers, deps.config),
    { faultOf: (posted) => (failedAsEndpoint(posted) ? (posted.fault ?? 'failed') : null) },
  )

async function noteTry(
  deps: Deps,
  trx: Trx,
  row: PartnerMessageTable,
  { status, fault }: { status: number | null; fault: string | null },
  to: 'delivered' | 'failed' | undefined,
): Promise<void> {
  const at = deps.clock()
  await lockFor(trx, `partner-message:${row.id}`)
  const last = await trx
    .selectFrom('partner_message_tries')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('message_id', '=', row.id)
    .executeTakeFirst()
  await trx
    .insertInto('partner_message_tries')
    .values({ message_id: row.id, number: (last?.number ?? 0) + 1, at, status, fault })
    .execute()
  if (to)
    await tryTransition(trx, {
      machine: messageMachine,
      id: row.id,
      from: 'pending',
      to,
      by: 'system',
      at,
      ...(fault ? { why: fault } : {}),
      set: to === 'delivered' ? { delivered_at: at } : {},
    })
}

/** Starts a new series of tries, whatever the result so far. */
export async function resend(
  deps: Deps,
  trx: Trx,
  id: string,
  { by, why }: { by: string; why: string },
): Promise<void> {
  const at = deps.clock()
  const row = await trx
    .selectFrom('partner_messages')
    .innerJoin('partners', 'partners.id', 'partner_messages.partner_id')
    .select(['partner_messages.round', 'partners.webhook_url'])
    .where('partner_messages.id', '=', id)
    .executeTakeFirst()
  const round = (row?.round ?? 0) + 1
  await transition(trx, { machine: messageMachine, id, to: 'pending', by, at, why, set: { round, round_at: at } })
  const address = row?.webhook_url ?? null
  // Whoever sends it again knows that the partner's program works again.
  if (address !== null) await forgetFailures(trx, endpointOf(address))
  await enqueue(deps, trx, { id, round }, address)
}

/** Messages that wait go to the partner's new address, and no longer wait for the program at the old one. */
export async function moveWaitingMessages(trx: Trx, partnerId: string, address: string | null): Promise<void> {
  const waiting = await trx
    .selectFrom('partner_messages')
    .select(['id', 'round'])
    .where('partner_id', '=', partnerId)
    .where('status', '=', 'pending')
    .execute()
  const endpoint = address === null ? null : endpointOf(address)
  for (const { id, round } of waiting)
    await trx.updateTable('jobs').set({ endpoint }).where('dedupe_key', '=', keyOf(id, round)).execute()
}

export const tellHandler = handleJob(tellJob, attempt)

/** Messages are deleted after 400 days, when nobody asks about them any more. */
export const deleteOldMessages: Recurring = {
  kind: 'partners.messages',
  lane: 'sweeps',
  every: DAY,
  run: async (deps) => {
    const before = deps.clock() - KEEP_MS
    await deps.write(async (trx) => {
      await trx
        .deleteFrom('partner_message_tries')
        .where('message_id', 'in', trx.selectFrom('partner_messages').select('id').where('created_at', '<=', before))
        .execute()
      await trx.deleteFrom('partner_messages').where('created_at', '<=', before).execute()
      await trx.deleteFrom('sandbox_partner_inbox').where('at', '<=', before).execute()
    })
  },
}

/** For `health show`: messages that were given up in the last week. */
export const messageFigures = async (deps: Deps): Promise<Record<string, number>> => {
  const { count } = await deps.db
    .selectFrom('partner_messages')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('status', '=', 'failed')
    .where('updated_at', '>', deps.clock() - 7 * DAY)
    .executeTakeFirstOrThrow()
  return { partnerMessagesGivenUp: Number(count) }
}
