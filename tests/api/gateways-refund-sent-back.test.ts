/**
 * A refund that the payer's bank sends back after it had succeeded (a closed card). Alipay puts such money into the
 * payer's balance instead, and tells nobody.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { retryRefund } from '../../src/features/cashier/server/refunds/refunds-for-operator.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../gateways/wechat/fake-wechat.ts'
import { deliver, gatewayServer, giveBack, paidShop, type GatewayServer } from './gateways-fixtures.ts'
import { paymentsOf, refundsOf } from './payments-fixtures.ts'

const MINUTE = 60_000

describe.each([
  { name: 'Stripe', make: () => new FakeStripe() },
  { name: 'WeChat Pay', make: () => new FakeWechat() },
])('$name', ({ make }) => {
  const gateway = make()
  let at: GatewayServer
  beforeAll(async () => {
    at = await gatewayServer(gateway)
  })
  afterAll(() => at.close())

  test('the money is with us again, and goes another time', async () => {
    const shop = await paidShop(at)
    await giveBack(at, shop, 50_000)
    const [given] = gateway.trade(shop.payment).refunds
    if (!given) throw new Error('no refund')
    given.state = 'failed'
    const returned = gateway.refundNotification(shop.payment, given)
    given.state = 'done'
    // The gateway itself counts, and not a notification of an earlier state that arrives late.
    expect(await deliver(at, returned)).toBe(200)
    expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
    given.state = 'failed'
    at.server.advance(MINUTE)
    for (let i = 0; i < 2; i++) expect(await deliver(at, gateway.refundNotification(shop.payment, given))).toBe(200)
    expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['failed'])
    expect((await paymentsOf(shop))[0]?.refund_minor).toBe(0)
    const [refund] = await refundsOf(shop)
    await retryRefund(at.server.deps, refund?.id ?? '', { by: 'operator:1', why: 'the new card' })
    await at.server.drain()
    expect((await refundsOf(shop)).map((it) => [it.status, it.attempt])).toEqual([['succeeded', 2]])
    expect((await paymentsOf(shop))[0]?.refund_minor).toBe(50_000)
  })
})
