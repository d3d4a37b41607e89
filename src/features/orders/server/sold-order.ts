/** What other features may do with orders. All functions run in the caller's transaction. */
import { money, type Money } from '../../../lib/money/money.ts'
import type { Lang } from '../../../lib/locale.ts'
import type { Trx } from '../../../server/db/database.ts'
import type { Deps } from '../../../server/dependencies.ts'
import { writeJob } from '../../../server/jobs/job-rows.ts'
import { transition, tryTransition } from '../../../server/transition.ts'
import { attachPaid } from './access/order-owner.ts'
import { orderView, type OrderStatus } from '../contract.ts'
import { follow } from './status-jobs.ts'
import { answersOf } from './draft/load-open-order.ts'
import { consequencesOfSold } from './draft/price-and-errors-of-order.ts'
import { completePerson, insuredDraft, type Person, type Relationship } from '../rules/check-person-fields.ts'
import { langOf } from './order-columns.ts'
import { coverBegun } from './when-payable.ts'
import { orderMachine, PAID } from './order-states.ts'
import { issueJob } from './issue-job.ts'
import { leaveGroup } from './group/hold-applications.ts'
import type { OrderTable } from '../tables.ts'

export interface OrderFacts {
  id: string
  lang: Lang
  plan: string
  tier: string
  start: string
  end: string
  destination: string
  premium: Money
  policyholder: Person
  /** The student first; then spouse and children. There is always one. */
  persons: readonly [InsuredFacts, ...InsuredFacts[]]
  beneficiary: 'legal'
  clauseVersion: string
  /** When the application was sent, ms: its price and figures are those of that day. */
  agreedAt: number
}

/** One insured person, who gets a policy of their own. */
interface InsuredFacts {
  insured: Person
  relationship: Relationship
  /** This person's part of the premium: all parts add up to the order's premium. */
  premium: Money
  /** Whole CNY payable on death; below the plan's sum for a minor near the legal limit, 0 when excluded. */
  deathBenefitSum: number
}

/** A submitted order's facts, opened. Throws for a draft that is not complete. */
export function orderFacts(deps: Deps, row: OrderTable): OrderFacts {
  const answers = answersOf(deps, row)
  const { trip, people } = answers
  const agreedAt = row.submitted_at ?? row.created_at
  const { consequences, members } = consequencesOfSold(answers, agreedAt)
  if (!people.relationship || row.premium_minor === null || row.currency === null)
    throw new Error('the order is not complete')
  const premium = money(row.premium_minor, row.currency)
  const parts = premiumParts(
    row,
    premium,
    members.map(({ member }) => member.key),
  )
  const family = members.map(({ member, consequences: own }, i): InsuredFacts => ({
    insured: completePerson(member.person),
    relationship: member.relationship,
    premium: parts[i + 1] ?? premium,
    deathBenefitSum: own.deathBenefit,
  }))
  return {
    id: row.id,
    lang: langOf(row),
    plan: row.plan,
    tier: row.tier,
    start: row.start,
    end: row.end,
    destination: trip.destination,
    premium,
    policyholder: completePerson(people.policyholder),
    beneficiary: 'legal',
    clauseVersion: row.clause_version ?? '',
    agreedAt,
    persons: [
      {
        insured: completePerson(insuredDraft(people)),
        relationship: people.relationship,
        premium: parts[0] ?? premium,
        deathBenefitSum: consequences.deathBenefit,
      },
      ...family,
    ],
  }
}

/**
 * Each person's part of the premium as agreed, the student's first. Throws when the parts do not add up to the premium
 * that was paid.
 */
function premiumParts(row: OrderTable, premium: Money, keys: readonly string[]): Money[] {
  if (keys.length === 0) return [premium]
  const lines = orderView.shape.breakdown.parse(JSON.parse(row.breakdown))
  const parts = [
    lines.find(({ who }) => who === 'student'),
    ...keys.map((key) => lines.find((line) => line.key === key)),
  ].flatMap((line) => line?.premium ?? [])
  if (parts.length !== keys.length + 1 || parts.reduce((sum, part) => sum + part.amount, 0) !== premium.amount)
    throw new Error('the parts do not make the premium')
  return parts
}

/**
 * Was the insured person at the destination already when the cover was bought? `null` where the order does not say, or
 * its answers were deleted.
 */
export async function boughtAfterArrival(
  deps: Pick<Deps, 'seal'>,
  db: Trx | Deps['db'],
  orderId: string,
): Promise<boolean | null> {
  const row = await db
    .selectFrom('orders')
    .select('answers')
    .where('id', '=', orderId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return row ? answersOf(deps, row).trip.arrived : null
}

interface PaidBy {
  orderId: string
  paymentId: string
  at: number
  /** When the payer paid, by the provider's clock; `at` is used where it is not known. */
  boughtAt?: number
  /** The school's group payment that paid for the order. */
  group?: string
}

/**
 * Books the payment. `paid`: booked, and the policy is being issued · `already`: another payment had paid it · `dead`:
 * the order is closed, or its cover had begun before it was bought; for `already` and `dead` the caller refunds the
 * money.
 */
export async function markPaid(
  trx: Trx,
  { orderId, paymentId, at, boughtAt = at, group }: PaidBy,
): Promise<'paid' | 'already' | 'dead'> {
  const waiting = await trx
    .selectFrom('orders')
    .select(['id', 'kind', 'start', 'group_payment'])
    .where('id', '=', orderId)
    .where('status', '=', 'awaiting_payment')
    .executeTakeFirst()
  // Orders of other kinds bring no policy, whoever books their payment.
  if (waiting && (waiting.kind !== 'plan' || coverBegun(waiting.start, boughtAt))) return 'dead'
  // The student paid an order on a school's list: before the school has paid, the order leaves the list; afterwards it
  // is a second payment.
  if (
    waiting &&
    group === undefined &&
    (await leaveGroup(trx, waiting, { reason: 'paid_singly', at, by: `payment:${paymentId}` })) === 'paid'
  )
    return 'already'
  const row = await tryTransition(trx, {
    machine: orderMachine,
    id: orderId,
    from: 'awaiting_payment',
    to: 'paid',
    by: `payment:${paymentId}`,
    at,
    // A link leads to a draft: from now on the address of the buyer counts, and not the one that was named to continue.
    set: { paid_at: at, payment_id: paymentId, link_mac: null },
  })
  if (!row) {
    const now = await trx
      .selectFrom('orders')
      .select(['status', 'payment_id'])
      .where('id', '=', orderId)
      .executeTakeFirst()
    if (!now || !PAID.some((status) => status === now.status)) return 'dead'
    return now.payment_id === paymentId ? 'paid' : 'already'
  }
  await attachPaid(trx, row, { by: `payment:${paymentId}`, at })
  await writeJob(trx, issueJob, { orderId }, { now: at, key: `${issueJob.kind}:${orderId}` })
  await follow(trx, orderId, 'paid', at, { payment: paymentId })
  return 'paid'
}

async function move(
  trx: Trx,
  orderId: string,
  from: OrderStatus,
  to: OrderStatus,
  set: Partial<OrderTable>,
  at: number,
  why?: string,
): Promise<OrderTable> {
  const next = await transition(trx, {
    machine: orderMachine,
    id: orderId,
    from,
    to,
    by: 'system',
    at,
    set,
    ...(why ? { why } : {}),
  })
  if (to !== 'issuing')
    await follow(trx, orderId, to, at, set.policy_id ? { policy: set.policy_id } : why ? { why } : {})
  return next
}

/** paid → issuing. An order that is already being issued is returned again, because the job may run twice. */
export async function startIssuing(trx: Trx, orderId: string, at: number): Promise<OrderTable> {
  const row = await trx.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  return row?.status === 'issuing' ? row : move(trx, orderId, 'paid', 'issuing', {}, at)
}

/** issuing → issued. Throws `Conflict` when it is not being issued. */
export const markIssued = (trx: Trx, orderId: string, policyId: string, at: number): Promise<OrderTable> =>
  move(trx, orderId, 'issuing', 'issued', { policy_id: policyId }, at)

/** issuing → issue_failed; sends the buyer a message. The caller opens the refund. */
export const markIssueFailed = (trx: Trx, orderId: string, why: string, at: number): Promise<OrderTable> =>
  move(trx, orderId, 'issuing', 'issue_failed', {}, at, why)

/** issue_failed → refunded, once the money has been returned. */
export const markRefunded = (trx: Trx, orderId: string, at: number): Promise<OrderTable> =>
  move(trx, orderId, 'issue_failed', 'refunded', {}, at)
