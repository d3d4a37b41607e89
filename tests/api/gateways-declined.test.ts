/**
 * A card that Stripe declines on its own page: the payer may try another one there, and learns here of the failure
 * after leaving that page. And a gateway that gives no answer.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { payClose, payCreate, payMethods } from '../../src/features/cashier/contract.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../gateways/wechat/fake-wechat.ts'
import { begin, deliver, gatewayServer, type GatewayServer } from './gateways-fixtures.ts'
import {
  advanceAndDrain,
  newKey,
  openShop,
  orderStatus,
  paymentsOf,
  refundsOf,
  status,
  type PaymentShop,
} from './payments-fixtures.ts'

const gateway = new FakeStripe()
let at: GatewayServer
beforeAll(async () => {
  at = await gatewayServer(gateway)
})
afterAll(() => at.close())

const rows = async (shop: PaymentShop) => (await paymentsOf(shop)).map((row) => [row.status, row.failure])
const eventsOf = async (payment: string) =>
  (
    await at.server.deps.db
      .selectFrom('events')
      .select(['from_status', 'to_status', 'why'])
      .where('entity_id', '=', payment)
      .orderBy('id')
      .execute()
  ).map((event) => Object.values(event))
/** Ends the payment as its page does when the payer returns to it. */
const comeBack = (shop: PaymentShop & { payment: string }) =>
  shop.buyer.request(payClose, { order: shop.order, payment: shop.payment })

it.each([
  ['refused', 'rejected'],
  ['authorization', 'authorization'],
] as const)('%s: noted, and its payer, come back, is told and pays again', async (outcome, failure) => {
  const shop = await begin(at)
  gateway.decline(shop.payment, outcome)
  const message = gateway.declineNotification(shop.payment)
  for (const time of [1, 2]) expect(await deliver(at, message), String(time)).toBe(200)
  expect((await status(shop)).payment).toMatchObject({ status: 'started', failure })
  expect(gateway.trade(shop.payment).state).toBe('open')
  expect(await eventsOf(shop.payment)).toEqual([
    [null, 'created', null],
    ['created', 'started', null],
    ['started', 'started', failure],
  ])

  const closed = await comeBack(shop)
  expect(closed.ok && closed.data.payment).toMatchObject({ status: 'failed', failure })
  expect(gateway.trade(shop.payment).state).toBe('closed')
  const again = await shop.buyer.request(payCreate, { order: shop.order, method: 'card', key: newKey() })
  const next = (again.ok && again.data.payment?.id) || ''
  gateway.settle(next, 'paid')
  await deliver(at, gateway.notification(next))
  expect(await orderStatus(shop)).toBe('issued')
  expect(await refundsOf(shop)).toEqual([])
})

it('a declined payment is recognised without a notification, once the payer’s page asks', async () => {
  const shop = await begin(at)
  gateway.decline(shop.payment)
  at.server.advance(3_000)
  expect((await status(shop)).payment).toMatchObject({ status: 'started', failure: 'rejected' })
})

it('another card on the same page is accepted, whichever notification comes first', async () => {
  for (const late of [false, true]) {
    const shop = await begin(at)
    gateway.decline(shop.payment)
    const declined = gateway.declineNotification(shop.payment)
    if (!late) await deliver(at, declined)
    gateway.settle(shop.payment, 'paid')
    await deliver(at, gateway.notification(shop.payment))
    if (late) expect(await deliver(at, declined)).toBe(200)
    expect(await rows(shop)).toEqual([['succeeded', null]])
    expect(await orderStatus(shop)).toBe('issued')
  }
})

it('a payment made at the moment of returning counts as paid', async () => {
  const shop = await begin(at)
  gateway.decline(shop.payment)
  await deliver(at, gateway.declineNotification(shop.payment))
  gateway.settle(shop.payment, 'paid')
  const closed = await comeBack(shop)
  expect(closed.ok && closed.data.payment).toMatchObject({ status: 'succeeded', failure: null })
})

it('an abandoned payment ends with the time to pay, without money moved', async () => {
  const shop = await begin(at)
  gateway.decline(shop.payment)
  await deliver(at, gateway.declineNotification(shop.payment))
  await advanceAndDrain(shop, 95 * 60_000)
  expect(await rows(shop)).toEqual([['failed', 'expired']])
})

it('a payment in the same gateway account that we did not create is ignored', async () => {
  const shop = await begin(at)
  gateway.decline(shop.payment)
  const message = gateway.declineNotification(shop.payment)
  gateway.trade(shop.payment).ref = 'cs_test_another'
  expect(await deliver(at, message)).toBe(200)
  expect(await rows(shop)).toEqual([['started', null]])
})

it('a gateway of codes without an answer takes no payment, and says so on the page of methods', async () => {
  const silent = new FakeWechat()
  const open = await gatewayServer(silent)
  const shop = await openShop(open.server)
  silent.down = 9
  expect(await shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: newKey() })).toMatchObject({
    ok: false,
    code: 'gateway',
  })
  const offers = await shop.buyer.request(payMethods, { order: shop.order })
  // The sandbox provides the other methods here, and never replaces this one.
  expect(offers.ok && offers.data.methods.map(({ id, sandbox, down }) => [id, sandbox, down])).toEqual([
    ['wechat', false, true],
    ['alipay', true, false],
    ['card', true, false],
    ['unionpay', true, false],
  ])
  // No payment address was given out, so another method can be used immediately, without an answer from the gateway.
  expect(await shop.buyer.request(payCreate, { order: shop.order, method: 'alipay', key: newKey() })).toMatchObject({
    ok: true,
    data: { payment: { method: 'alipay', status: 'started' } },
  })
  expect((await paymentsOf(shop)).map((it) => it.status).sort()).toEqual(['failed', 'started'])
  await open.close()
})
