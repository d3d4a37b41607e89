/** An application after it was submitted. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelOrder, getOrder, listOrders, reopenOrder } from '../../src/features/orders/contract.ts'
import { payClose, payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { stageOf } from '../../src/features/cashier/screens/payer-screen-stage.ts'
import { startServer, type TestServer } from './start-server.ts'
import { connectGateway } from './gateway-in-memory.ts'
import { newKey, refundsOf } from './payments-fixtures.ts'
import { Buyer, messages, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('after submitting', () => {
  test('the buyer may go back and change, unless a payment has begun', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2002-02-02') })
    await buyer.submit()
    const { payment } = ok(
      await buyer.client.request(payCreate, { order: buyer.view.id, method: 'wechat', key: 'begun-before-changing' }),
    )
    expect(refusal(await buyer.client.request(reopenOrder, buyer.at))).toBe('payment_started')
    ok(await buyer.client.request(payClose, { order: buyer.view.id, payment: payment?.id ?? '' }))
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    expect(buyer.view).toMatchObject({ status: 'created', open: 'check', expiresAt: null })
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })
  test('the old price that still arrives after a change goes back, and the new one buys the policy', async () => {
    const own = await startServer()
    const gateway = connectGateway(own)
    const buyer = new Buyer(own)
    await buyer.fillIn()
    await buyer.submit()
    const begin = async (): Promise<string> =>
      ok(await buyer.client.request(payCreate, { order: buyer.view.id, method: 'alipay', key: newKey() })).payment
        ?.id ?? ''
    const old = await begin()
    ok(await buyer.client.request(payClose, { order: buyer.view.id, payment: old }))
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    await buyer.save({ trip: { ...TRIP, tier: 'premier' } })
    await buyer.readFirst()
    await buyer.submit()
    await gateway.pay(own, old)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('awaiting_payment')
    const shop = { server: own, buyer: buyer.client, order: buyer.view.id }
    expect(await refundsOf(shop)).toMatchObject([{ payment_id: old, status: 'succeeded', reason: 'wrong_amount' }])
    expect(gateway.given()).toBe(gateway.taken())
    const seen = async () => ok(await buyer.client.request(payStatus, { order: buyer.view.id }))
    expect(stageOf(await seen())).toBe('choose')
    const anew = await begin()
    expect(await seen()).toMatchObject({ payment: { id: anew, status: 'started' } })
    await gateway.pay(own, anew)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('issued')
    await own.close()
  })
  test('time runs out after 90 minutes, not before', async () => {
    const own = await startServer()
    const buyer = new Buyer(own)
    await buyer.fillIn()
    await buyer.submit()
    own.advance(90 * 60_000 - 1000)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('awaiting_payment')
    own.advance(1000)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('expired')
    expect((await messages(own))[0]?.subject).toContain('not paid in time')
    await own.close()
  })
  test('a reopened and resubmitted order is not closed by the first clock', async () => {
    const own = await startServer()
    const buyer = new Buyer(own)
    await buyer.fillIn()
    await buyer.submit()
    own.advance(60 * 60_000)
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    await buyer.submit()
    own.advance(40 * 60_000)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('awaiting_payment')
    await own.close()
  })
  test('an address is not flooded by sending one application again and again', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2001-02-03', { email: 'flooded.buyer@example.com' }) })
    await buyer.submit()
    for (let i = 0; i < 7; i++) {
      buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
      await buyer.submit()
    }
    await server.drain()
    expect((await messages(server)).filter(({ to }) => to === 'flooded.buyer@example.com')).toHaveLength(5)
  })
  test('cancelling twice cancels once', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2001-01-01') })
    await buyer.submit()
    const { id, version } = buyer.at
    const replies = await Promise.all([1, 2].map(() => buyer.client.request(cancelOrder, { id, version })))
    expect(replies.map(refusal).sort()).toEqual(['not_cancellable', 'ok'])
  })
  test('lists by pages, newest first, without discarded drafts', async () => {
    const buyer = new Buyer(server)
    for (const key of ['list-a-1', 'list-b-2', 'list-c-3']) await buyer.create(TRIP, key)
    ok(await buyer.client.request(cancelOrder, buyer.at))
    const first = ok(await buyer.client.request(listOrders, { limit: 1 }))
    expect(first).toMatchObject({ more: true, orders: [{ status: 'created', plan: 'global-study' }] })
    const rest = ok(await buyer.client.request(listOrders, { before: first.orders[0]?.id }))
    expect(rest.orders).toHaveLength(1)
    expect(rest.more).toBe(false)
  })
})
