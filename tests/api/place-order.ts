/** Submitted orders for tests of payments, written in the state after ordering, and an insurer that issues immediately. */
import { answersSchema } from '../../src/features/orders/contract.ts'
import { startIssuing, markIssued, markIssueFailed } from '../../src/features/orders/server/sold-order.ts'
import { expireOrderJob } from '../../src/features/orders/server/order-jobs.ts'
import { coverBegun } from '../../src/features/orders/server/when-payable.ts'
import { ANSWERS } from '../../src/features/orders/server/draft/load-open-order.ts'
import { cashier } from '../../src/features/cashier/server/feature.ts'
import { invoices } from '../../src/features/invoices/server/feature.ts'
import { refundSubjects } from '../../src/features/cashier/server/door.ts'
import { orderRefundSubject, refundRoutes } from '../../src/features/policies/server/refund-requested-by-buyer.ts'
import { issueJob } from '../../src/features/orders/server/issue-job.ts'
import { orders } from '../../src/features/orders/server/feature.ts'
import { addDays, dayOf } from '../../src/lib/days/dates.ts'
import type { Deps } from '../../src/server/dependencies.ts'
import { handleJob } from '../../src/server/jobs/outbox.ts'
import type { ServerFeature } from '../../src/server/server-feature.ts'
import { SELF, TRIP } from './orders-fixtures.ts'

export const PREMIUM = 169322
const TIME_TO_PAY = 90 * 60_000

/** By the store that holds the orders: the files of a worker share this module, and their orders have the same numbers. */
const unissuable = new WeakMap<Deps['db'], Set<string>>()

/** The insurer below cannot issue these orders, as with a name that no font draws. */
export function refuseToIssue({ db }: Deps, ...orderIds: readonly string[]): void {
  unissuable.set(db, new Set([...(unissuable.get(db) ?? []), ...orderIds]))
}

/** Issues a "policy" by name only: a second one for the same order would throw, as the real table's key does. */
const insurer: ServerFeature = {
  name: 'insurer',
  jobs: [
    handleJob(issueJob, ({ db, write, clock }, { orderId }) =>
      write(async (trx) => {
        const order = await startIssuing(trx, orderId, clock())
        if (unissuable.get(db)?.has(orderId)) await markIssueFailed(trx, orderId, 'no font draws U+20BB7', clock())
        else if (order.policy_id === null) await markIssued(trx, orderId, `policy-of-${orderId}`, clock())
      }),
    ),
  ],
}

/** Ordering and paying, and the invoices that a refund reverses, without the later features. */
/** Of the policies' feature only what refunds an order: the insurer above issues nothing. */
const refunds: ServerFeature = {
  name: 'refunds',
  routes: refundRoutes,
  hooks: [refundSubjects.part(orderRefundSubject)],
}

export const shopFeatures: readonly ServerFeature[] = [orders, cashier, refunds, invoices, insurer]

/** One order of CNY 1,693.22 that waits to be paid for 90 minutes, made on the device with this holder. */
export async function placeOrder(deps: Deps, holder: string, number: number): Promise<string> {
  const id = `YFO-260301-${String(number).padStart(6, '0')}`
  const now = deps.clock()
  // On a server whose clock shows the real time, the usual days are past.
  const trip = coverBegun(TRIP.start, now)
    ? { ...TRIP, start: addDays(dayOf(now), 30), end: addDays(dayOf(now), 394) }
    : TRIP
  const answers = answersSchema.parse({ trip, people: SELF })
  await deps.write(async (trx) => {
    await trx
      .insertInto('orders')
      .values({
        id,
        status: 'awaiting_payment',
        version: 1,
        updated_at: now,
        kind: 'plan',
        holder,
        user_id: null,
        lang: 'en',
        plan: TRIP.plan,
        tier: TRIP.tier,
        start: trip.start,
        end: trip.end,
        premium_minor: PREMIUM,
        currency: 'CNY',
        breakdown: '[]',
        answers: deps.seal.seal(ANSWERS, answers),
        reads: '[]',
        buyer_mobile_mac: null,
        buyer_email_mac: null,
        insured_id_mac: null,
        clause_version: '1',
        review: null,
        create_key: `test:${id}`,
        created_at: now,
        submitted_at: now,
        expires_at: now + TIME_TO_PAY,
        paid_at: null,
        payment_id: null,
        policy_id: null,
        erased_at: null,
      })
      .execute()
    await deps.outbox.enqueue(
      trx,
      expireOrderJob,
      { orderId: id },
      { key: `${expireOrderJob.kind}:${id}`, runAt: now + TIME_TO_PAY },
    )
  })
  return id
}
