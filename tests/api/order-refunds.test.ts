/**
 * Refunds that a buyer requests for an order: what is offered, requested once, and the effect of the decision on the
 * order.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { retryRefund, waitingRefunds } from '../../src/features/cashier/server/refunds/refunds-for-operator.ts'
import {
  approveRequest,
  latestRequest,
  rejectRequest,
} from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { openRefund } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { orderRoutes } from '../../src/features/orders/server/routes.ts'
import { surrenderQuote } from '../../src/features/policies/surrender-calls.ts'
import { askRefund, getRefunds } from '../../src/features/cashier/contract.ts'
import { findOrCreateUser } from '../../src/features/session/server/sessions.ts'
import { addDays, dayOf, endOfMonths } from '../../src/lib/days/dates.ts'
import { submitApplication } from '../../src/programs/demo/buy-policy.ts'
import { callAs } from '../../src/programs/demo/call-as.ts'
import { self } from '../../src/programs/demo/demo-people.ts'
import { pay } from '../../src/programs/demo/pay-order.ts'
import { INSURED } from './insured-policy.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const decision = { by: 'operator:li', why: 'as agreed' }
let server: TestServer
let client: Client
let order: string
let premium: number
/** A paid order whose issuing job has not run. */
beforeEach(async () => {
  server = await startServer()
  const { deps } = server
  const { id: userId } = await deps.write((trx) => findOrCreateUser(deps, trx, INSURED))
  const start = addDays(dayOf(deps.clock()), 10)
  const actor = callAs(deps, orderRoutes, { userId, lang: 'cn', at: deps.clock() })
  const made = await submitApplication(actor, {
    key: 'order-refunds',
    trip: { plan: 'us-campus', tier: 'gold', start, end: endOfMonths(start, 12), destination: 'us' },
    people: self,
    second: true,
  })
  await pay(actor, made.id)
  order = made.id
  premium = made.premium?.amount ?? 0
  client = await loggedIn()
})
afterEach(() => server.close())

/** Logging in runs jobs, so the policy's job is delayed until it is wanted. */
async function loggedIn(email: string = INSURED): Promise<Client> {
  await server.deps.write((trx) =>
    trx
      .updateTable('jobs')
      .set({ run_at: server.deps.clock() + 30 * 86_400_000 })
      .where('kind', '=', 'policy.issue')
      .execute(),
  )
  return logInAs(server, email)
}
const issue = async (): Promise<void> => {
  await server.deps.write((trx) =>
    trx.updateTable('jobs').set({ run_at: server.deps.clock() }).where('kind', '=', 'policy.issue').execute(),
  )
  await server.drain()
}
const settle = async (): Promise<void> => {
  await server.drain()
  server.advance(2 * 60_000)
  await server.drain()
}
const offered = async () => ok(await client.request(getRefunds, { order }))
const ask = (over: Partial<{ amount: number; why: string }> = {}) =>
  client.request(askRefund, { order, amount: premium, why: 'The visa was refused', ...over })
const statusOf = async () =>
  (await server.deps.db.selectFrom('orders').select('status').where('id', '=', order).executeTakeFirstOrThrow()).status
const requestId = async () => (await latestRequest(server.deps.db, `order:${order}`))?.id ?? ''
const mails = async (subject: string) =>
  (await server.deps.db.selectFrom('messages').select('text').where('subject', 'like', `%${subject}%`).execute()).map(
    (it) => it.text,
  )

it('offers the whole sum before there is a policy; once approved, no policy is issued and all of it goes back', async () => {
  expect(await offered()).toMatchObject({ basis: 'not_issued', amount: { amount: premium }, refunds: [] })
  expect(ok(await ask())).toMatchObject({
    basis: 'none',
    amount: null,
    refunds: [{ status: 'under_review', reason: 'not_issued', amount: { amount: premium } }],
  })
  await approveRequest(server.deps, await requestId(), decision)
  expect(await statusOf()).toBe('issue_failed')
  await issue()
  await settle()
  expect(await statusOf()).toBe('refunded')
  expect(await server.deps.db.selectFrom('policies').select('id').where('status', '=', 'issued').execute()).toEqual([])
  expect((await offered()).refunds).toMatchObject([
    { status: 'succeeded', decideBy: expect.any(Number) as number, method: 'alipay' },
  ])
  expect([(await mails('已申请退款')).length, (await mails('已退回')).length]).toEqual([1, 1])
})

it('needs a reason and exactly the sum that was paid', async () => {
  expect(await ask({ why: ' ' })).toMatchObject({ ok: false, code: 'invalid', fields: { why: 'why_required' } })
  expect(refusal(await ask({ amount: premium - 1 }))).toBe('changed')
  expect((await offered()).refunds).toEqual([])
})

it('sent twice at once is one request', async () => {
  const replies = await Promise.all([ask(), ask()])
  expect(replies.map((it) => (it.ok ? 'ok' : it.code)).sort()).toEqual(['ok', 'requested'])
  expect(refusal(await ask())).toBe('requested')
})

it('is refused to anybody else', async () => {
  const other = await loggedIn('stranger@example.com')
  expect(refusal(await other.request(getRefunds, { order }))).toBe('not_found')
  expect(refusal(await other.request(askRefund, { order, amount: premium, why: 'mine' }))).toBe('not_found')
})

it('refused by the issued policy, which can be cancelled then with all of its money', async () => {
  ok(await ask())
  const undecided = await requestId()
  await issue()
  await expect(approveRequest(server.deps, undecided, decision)).rejects.toThrow('not_under_review')
  expect(await offered()).toMatchObject({
    basis: 'surrender',
    amount: null,
    refunds: [{ status: 'rejected', why: expect.stringContaining('在保单页申请退保') as string }],
  })
  expect((await mails('退款申请未通过'))[0]).toContain('保单已出具')
  expect(refusal(await ask())).toBe('nothing')
  const { policy_id: id } = await server.deps.db
    .selectFrom('orders')
    .select('policy_id')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  expect(ok(await client.request(surrenderQuote, { id: id ?? '' })).amount.amount).toBe(premium)
})

it('rejected while the policy could not be issued: the premium goes back by rule', async () => {
  ok(await ask())
  const { failIssue } = await import('../../src/features/policies/server/issue-policy.ts')
  await server.deps.write((trx) => failIssue(server.deps, trx, order, 'no font draws it'))
  await settle()
  expect((await offered()).refunds.map((it) => it.status)).toEqual(['under_review'])
  await rejectRequest(server.deps, await requestId(), decision)
  await settle()
  await settle()
  expect((await offered()).refunds.map((it) => [it.reason, it.status])).toEqual([
    ['issue_failed', 'succeeded'],
    ['not_issued', 'rejected'],
  ])
})

it('money that differs from the price can be asked back, and is not booked on the order', async () => {
  const { deps } = server
  await deps.write(async (trx) => {
    const row = await trx.selectFrom('payments').selectAll().where('payable_id', '=', order).executeTakeFirstOrThrow()
    await trx
      .insertInto('payments')
      .values({
        ...row,
        id: 'payment-of-a-wrong-sum',
        status: 'error',
        paid_minor: 500,
        gateway_ref: 'other',
        credited_at: null,
      })
      .execute()
  })
  expect(await offered()).toMatchObject({ basis: 'wrong_amount', amount: { amount: 500 } })
  ok(await ask({ amount: 500 }))
  await approveRequest(deps, await requestId(), decision)
  expect(await statusOf()).toBe('paid')
  await server.drain()
  // The buyer asked for it: their request is approved, and it is not news to them that money came.
  expect([(await mails('已同意退款')).length, (await mails('将退回给您')).length]).toEqual([1, 0])
})

it('a cancelled policy gives back what an earlier refund has left, and says so', async () => {
  await issue()
  const { deps } = server
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('payable_id', '=', order)
    .executeTakeFirstOrThrow()
  await deps.write((trx) => openRefund(trx, deps, payment, { reason: 'operator', amount: 10_000, by: 'operator:li' }))
  await settle()
  // Its mail leads to the page that shows it, and not to that of a payment that failed.
  const [mail = ''] = await mails('已退回')
  expect(mail).toContain(`/cn/personal/order?id=${order}`)
  expect(mail).not.toContain('/pay/fail')
  expect((await offered()).refunds).toMatchObject([{ status: 'succeeded', amount: { amount: 10_000 } }])
  const { policy_id: id } = await deps.db
    .selectFrom('orders')
    .select('policy_id')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const quote = ok(await client.request(surrenderQuote, { id: id ?? '' }))
  expect([quote.amount.amount, quote.lines.map((it) => [it.id, it.amount.amount])]).toEqual([
    premium - 10_000,
    [
      ['premium', premium],
      ['returned', -10_000],
      ['total', premium - 10_000],
    ],
  ])
})

it('a failed refund is a task until it is done, and the next attempt is reported as one', async () => {
  ok(await ask())
  await setFault(server.deps, 'refunds_fail', 1)
  await approveRequest(server.deps, await requestId(), decision)
  await settle()
  await setFault(server.deps, 'refunds_fail', 0)
  expect((await waitingRefunds(server.deps)).map((it) => it.status)).toEqual(['failed'])
  expect(await server.deps.health.figures()).toMatchObject({ refundsFailed: 1 })
  await retryRefund(server.deps, await requestId(), decision)
  await settle()
  expect((await offered()).refunds).toMatchObject([{ status: 'succeeded' }])
  expect([(await mails('重新退款')).length, (await mails('将退回给您')).length]).toEqual([1, 0])
})
