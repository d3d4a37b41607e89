/**
 * The operator's commands for failed refunds: listed, tried again, or recorded as paid another way; each with a name
 * and a reason.
 */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { refundCommands } from '../../src/features/cashier/server/refunds/refund-commands.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'
import { shopFeatures, refuseToIssue } from './place-order.ts'
import {
  atGateway,
  advanceAndDrain,
  openShop,
  orderStatus,
  payUrlOf,
  refundsOf,
  type PaymentShop,
} from './payments-fixtures.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const ACTING = ['--by', 'lin', '--why', 'asked by telephone']
let server: TestServer
let shop: PaymentShop
let refund: string
beforeAll(async () => {
  server = await startServer({ features: shopFeatures })
})
afterAll(() => server.close())
/** Paid, not issued, and the refund refused by the bank. */
beforeEach(async () => {
  shop = await openShop(server)
  refuseToIssue(server.deps, shop.order)
  await setFault(server.deps, 'refunds_fail', 1)
  await atGateway(shop, await payUrlOf(shop), 'pay')
  await server.drain()
  await advanceAndDrain(shop, MINUTE)
  await setFault(server.deps, 'refunds_fail', 0)
  refund = (await refundsOf(shop))[0]?.id ?? ''
})

const run = (...words: string[]) => commandOutput(server.deps, refundCommands, ['refunds', ...words])
const listed = async (): Promise<string | undefined> =>
  (await run('list')).said.split('\n').find((line) => line.startsWith(refund))
const eventsOf = () =>
  server.deps.db
    .selectFrom('events')
    .select(['from_status', 'to_status', 'by', 'why'])
    .where('entity_id', '=', refund)
    .orderBy('id')
    .execute()

it('a failed one is listed with its order, sum and reason, and as overdue when the buyer should have heard', async () => {
  expect(await listed()).toMatch(new RegExp(`${shop.order} .* failed {2}CNY\u00a01,693\\.22 {2}issue_failed {2}try 1 `))
  expect(await listed()).not.toContain('overdue')
  await advanceAndDrain(shop, 2 * DAY)
  expect(await listed()).toMatch(/ {2}overdue$/)
})

it('a retried refund succeeds and leaves the list', async () => {
  expect(await run('retry', refund, ...ACTING)).toEqual({
    code: 0,
    said: `Refund ${refund} of CNY\u00a01,693.22 is on its way again, try 2.`,
  })
  expect(await run('retry', refund, ...ACTING)).toEqual({ code: 1, said: 'Refused: not_failed' })
  await server.drain()
  await advanceAndDrain(shop, 2 * MINUTE)
  expect((await refundsOf(shop)).map((it) => [it.status, it.attempt])).toEqual([['succeeded', 2]])
  expect(await orderStatus(shop)).toBe('refunded')
  expect(await listed()).toBeUndefined()
  expect(await eventsOf()).toContainEqual({
    from_status: 'failed',
    to_status: 'approved',
    by: 'operator:lin',
    why: 'asked by telephone',
  })
})

it("a refund paid another way is booked once under the bank's reference", async () => {
  expect((await run('by-hand', refund, ...ACTING)).code).toBe(2)
  expect((await run('by-hand', refund, '--reference', 'ICBC 2026-0301-77', ...ACTING)).said).toBe(
    `Refund ${refund} is booked as paid by hand.`,
  )
  expect((await run('by-hand', refund, '--reference', 'ICBC 2026-0301-78', ...ACTING)).said).toContain('not_failed')
  expect((await refundsOf(shop)).map((it) => [it.status, it.way, it.gateway_ref])).toEqual([
    ['succeeded', 'by_hand', 'ICBC 2026-0301-77'],
  ])
  expect(await listed()).toBeUndefined()
})

it('nothing is done without a name and a reason, or for a refund that does not exist', async () => {
  for (const words of [
    ['retry', refund],
    ['by-hand', refund, '--reference', 'R-1'],
  ]) {
    expect((await run(...words)).code).toBe(2)
    expect((await run(...words, '--by', 'lin')).code).toBe(2)
  }
  expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['failed'])
  expect(await run('retry', 'nobody', ...ACTING)).toEqual({ code: 1, said: 'Refused: not_found' })
})
