/** Refunds that a person decides: requested, reviewed, paid back in parts; and never more than was paid. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { retryRefund, waitingRefunds } from '../../src/features/cashier/server/refunds/refunds-for-operator.ts'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import {
  approveRequest,
  latestRequest,
  refundRequest,
  rejectRequest,
  requestRefund,
} from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { processRefund } from '../../src/features/cashier/server/refunds/refund-at-provider.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { refundSubjects, type RefundSubject } from '../../src/features/cashier/server/refunds/refund-subjects.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'
import { shopFeatures } from './place-order.ts'
import {
  atGateway,
  advanceAndDrain,
  openShop,
  payUrlOf,
  paymentsOf,
  status,
  type PaymentShop,
} from './payments-fixtures.ts'

const MINUTE = 60_000
const PAID = 169_322
const decision = { by: 'operator:li', why: 'checked' }
const told: string[] = []
const probe: RefundSubject = {
  kind: 'probe',
  approved: async (_deps, _trx, request) => void told.push(`approved ${request.subject}`),
  rejected: () => Promise.reject(new Error('the subject cannot follow')),
}
let server: TestServer
let shops: PaymentShop[]
let subject = 0
beforeAll(async () => {
  server = await startServer({ features: [...shopFeatures, { name: 'probe', hooks: [refundSubjects.part(probe)] }] })
})
afterAll(() => server.close())

const paidShop = async (): Promise<PaymentShop> => {
  const shop = await openShop(server)
  await atGateway(shop, await payUrlOf(shop), 'pay')
  await server.drain()
  return shop
}
beforeEach(async () => {
  shops = [await paidShop(), await paidShop()]
  subject += 1
})

const ask = (amount: number, over: Partial<Parameters<typeof requestRefund>[2]> = {}) =>
  server.deps.write((trx) =>
    requestRefund(trx, server.deps, {
      subject: `order:${subject}`,
      payables: shops.map((it) => ({ kind: 'plan', id: it.order })),
      amount,
      reason: 'operator',
      lines: [{ id: 'premium', amount }],
      by: 'user:u1',
      why: 'visa refused',
      ...over,
    }),
  )
const reserved = async () => (await Promise.all(shops.map(paymentsOf))).flat().map((it) => it.refund_minor)
const statuses = async (id: string) => (await refundRequest(server.deps.db, id))?.parts.map((it) => it.status)
const run = (...words: string[]) => commandOutput(server.deps, refundCommands, ['refunds', ...words])

it('waits for a decision, spread over its payments, the latest first', async () => {
  const id = await ask(PAID + 1_000)
  const request = await refundRequest(server.deps.db, id)
  expect(request).toMatchObject({
    status: 'under_review',
    amount: PAID + 1_000,
    requestedBy: 'user:u1',
    why: 'visa refused',
    lines: [{ id: 'premium', amount: PAID + 1_000 }],
  })
  expect((await reserved()).sort((a, b) => a - b)).toEqual([1_000, PAID])
  expect((await latestRequest(server.deps.db, `order:${subject}`))?.id).toBe(id)
  await server.drain()
  await advanceAndDrain(shops[0] as PaymentShop, 5 * MINUTE)
  expect(await statuses(id)).toEqual(['under_review', 'under_review'])
  expect((await status(shops[0] as PaymentShop)).payment?.refund).toBeNull()
})

it('is paid back in full, part by part, once approved', async () => {
  const id = await ask(PAID + 1_000)
  await approveRequest(server.deps, id, decision)
  await expect(approveRequest(server.deps, id, decision)).rejects.toThrow('not_under_review')
  await server.drain()
  await advanceAndDrain(shops[0] as PaymentShop, 2 * MINUTE)
  expect(await refundRequest(server.deps.db, id)).toMatchObject({ status: 'succeeded', amount: PAID + 1_000 })
  expect(
    await server.deps.db
      .selectFrom('events')
      .select('by')
      .where('entity', '=', 'refund')
      .where('to_status', '=', 'approved')
      .where('entity_id', '=', id)
      .execute(),
  ).toEqual([{ by: 'operator:li' }])
})

it('retries only the part that failed', async () => {
  const id = await ask(PAID + 1_000)
  await approveRequest(server.deps, id, decision)
  await setFault(server.deps, 'refunds_fail', 1)
  await processRefund(server.deps, id)
  await setFault(server.deps, 'refunds_fail', 0)
  await server.drain()
  await advanceAndDrain(shops[0] as PaymentShop, 2 * MINUTE)
  const request = await refundRequest(server.deps.db, id)
  expect(request?.parts.map((it) => it.status).sort()).toEqual(['failed', 'succeeded'])
  expect(request?.status).toBe('failed')
  await retryRefund(server.deps, request?.parts.find((it) => it.status === 'failed')?.id ?? '', decision)
  await server.drain()
  await advanceAndDrain(shops[0] as PaymentShop, 2 * MINUTE)
  expect(await statuses(id)).toEqual(['succeeded', 'succeeded'])
  expect((await reserved()).reduce((a, b) => a + b)).toBe(PAID + 1_000)
})

it('when rejected frees the sum, keeps the reason, and changes nothing else', async () => {
  const id = await ask(1_000)
  await rejectRequest(server.deps, id, { by: 'operator:li', why: 'A claim was paid in March.' })
  expect(await statuses(id)).toEqual(['rejected'])
  expect(await reserved()).toEqual([0, 0])
  await expect(approveRequest(server.deps, id, decision)).rejects.toThrow('not_under_review')
  const [event] = await server.deps.db
    .selectFrom('events')
    .select(['why', 'by'])
    .where('entity_id', '=', id)
    .where('to_status', '=', 'rejected')
    .execute()
  expect(event).toEqual({ why: 'A claim was paid in March.', by: 'operator:li' })
})

it('reports the decision to its subject in the same transaction', async () => {
  const id = await ask(1_000, { subject: 'probe:1' })
  await expect(rejectRequest(server.deps, id, decision)).rejects.toThrow('cannot follow')
  expect(await statuses(id)).toEqual(['under_review'])
  await approveRequest(server.deps, id, decision)
  expect(told).toEqual(['approved probe:1'])
})

it('requests at once and in any order never exceed what was paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 2 * PAID }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
      async (amounts, keep) => {
        shops = [await paidShop(), await paidShop()]
        const asked = await Promise.allSettled(amounts.map((amount) => ask(amount)))
        const ids = asked.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []))
        await Promise.all(ids.map((id, i) => (keep[i] ? approveRequest : rejectRequest)(server.deps, id, decision)))
        const kept = await Promise.all(
          ids.map(async (id, i) => (keep[i] ? ((await refundRequest(server.deps.db, id))?.amount ?? 0) : 0)),
        )
        const sum = kept.reduce((a, b) => a + b, 0)
        expect(sum).toBeLessThanOrEqual(2 * PAID)
        expect((await reserved()).reduce((a, b) => a + b)).toBe(sum)
        if (amounts.reduce((a, b) => a + b) <= 2 * PAID) expect(ids).toHaveLength(amounts.length)
      },
    ),
    { numRuns: 8 },
  )
})

it('is listed for operators, oldest first, overdue after its period, and decided by a named operator', async () => {
  const [first, second] = [await ask(1_000), await ask(2_000)]
  const listed = (await run('list')).said.split('\n').map((line) => line.split('  ')[0])
  expect(listed.indexOf(first)).toBeLessThan(listed.indexOf(second))
  expect(listed.indexOf(first)).toBeGreaterThanOrEqual(0)
  const overdue = async (): Promise<number> => (await server.deps.health.figures())['refundsOverdue'] ?? 0
  const before = await overdue()
  server.advance(LIMITS.refundReviewDays * 86_400_000)
  expect(await overdue()).toBeGreaterThanOrEqual(before + 2)
  expect((await run('list')).said.split('\n').find((line) => line.startsWith(first))).toMatch(/overdue$/)
  expect((await run('show', first)).said).toMatch(
    /under_review {2}CNY\u00a010\.00 {2}operator {2}asked by user:u1: visa refused\n {2}premium {2}CNY\u00a010\.00/,
  )
  expect(await run('reject', first, '--by', 'lin', '--why', 'Not covered')).toMatchObject({ code: 0 })
  expect(await run('approve', second, '--by', 'lin', '--why', 'As agreed')).toMatchObject({ code: 0 })
  expect((await waitingRefunds(server.deps)).map((it) => it.id).filter((id) => id === first || id === second)).toEqual(
    [],
  )
  expect(await run('show', 'nobody')).toEqual({ code: 1, said: 'Refused: not_found' })
})
