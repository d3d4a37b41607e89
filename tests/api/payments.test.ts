/** Paying through the browser's own requester, against the sandbox gateway over HTTP (design §5, §8 "Nothing lost"). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payClose, payCreate, payMethods, payQr, payStatus } from '../../src/features/cashier/contract.ts'
import { setFault } from '../../src/features/cashier/server/sandbox/faults.ts'
import { startServer, type TestServer } from './start-server.ts'
import { messages } from './orders-fixtures.ts'
import { shopFeatures } from './place-order.ts'
import {
  atGateway,
  advanceAndDrain,
  newKey,
  openShop,
  orderStatus,
  pay,
  payUrlOf,
  paymentsOf,
  refundsOf,
  status,
  type PaymentShop,
} from './payments-fixtures.ts'

const MINUTE = 60_000
let server: TestServer
let shop: PaymentShop
beforeAll(async () => {
  server = await startServer({ features: shopFeatures })
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await openShop(server)
})

describe('paying', () => {
  it('shows what is paid for and how it can be', async () => {
    const reply = await shop.buyer.request(payMethods, { order: shop.order })
    expect(reply).toMatchObject({
      ok: true,
      data: {
        order: { standing: 'payable', amount: { amount: 169322, currency: 'CNY' }, own: true },
        payment: null,
        methods: [
          { id: 'wechat', sandbox: true, here: true, down: false },
          { id: 'alipay' },
          { id: 'card' },
          { id: 'unionpay' },
        ],
      },
    })
  })
  it('counts as paid once the gateway says so, and never by the return address alone', async () => {
    const { payment } = await pay(shop)
    expect(payment).toMatchObject({ status: 'started', method: 'wechat' })
    expect((await status(shop)).payment?.status).toBe('started')
    const back = await atGateway(shop, payment?.payUrl ?? '', 'pay')
    expect(back).toBe(`/payment/pay?order=${shop.order}&back=1`)
    await server.drain()
    expect(await status(shop)).toMatchObject({
      order: { standing: 'paid' },
      payment: { status: 'succeeded', payUrl: null, refund: null },
    })
    expect(await orderStatus(shop)).toBe('issued')
  })
  it('queries the gateway if no notification came', async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay', 'never')
    expect((await status(shop)).payment?.status).toBe('succeeded')
  })
  it('settles payments that nobody follows any more', async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay', 'never')
    await advanceAndDrain(shop, MINUTE)
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
  })
  it.each(['twice', 'disorder', 'late'] as const)('ends the same when notified %s', async (delivery) => {
    await atGateway(shop, await payUrlOf(shop), 'pay', delivery)
    for (let i = 0; i < 5; i++) await advanceAndDrain(shop, 10_000)
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
    expect(await refundsOf(shop)).toEqual([])
  })
  it.each([
    ['refuse', 'rejected'],
    ['cancel', 'cancelled'],
    ['authorization', 'authorization'],
  ] as const)('%s fails as %s, and one may pay again', async (outcome, failure) => {
    await atGateway(shop, await payUrlOf(shop), outcome)
    await server.drain()
    expect((await status(shop)).payment).toMatchObject({ status: 'failed', failure })
    // Who cancelled it knows it; who was refused by a bank may have left already.
    const told = (await messages(server)).filter(
      (it) => it.subject === `Order ${shop.order}: the payment did not go through`,
    )
    expect(told.map((it) => it.to)).toEqual(failure === 'cancelled' ? [] : ['lin@example.com'])
    for (const { text } of told) expect(text).toMatch(/CNY.1,693\.22.+You have not been charged.+can pay again/s)
    await atGateway(shop, await payUrlOf(shop), 'pay')
    await server.drain()
    expect((await status(shop)).payment?.status).toBe('succeeded')
  })
})

describe('starting twice', () => {
  it('gives one payment for one key, and refuses the key for another body', async () => {
    const key = newKey()
    const [a, b] = await Promise.all([pay(shop, { key }), pay(shop, { key })])
    const c = await pay(shop, { key })
    expect(new Set([a, b, c].map((it) => it.payment?.id)).size).toBe(1)
    expect(await shop.buyer.request(payCreate, { order: shop.order, method: 'alipay', key })).toMatchObject({
      ok: false,
      code: 'key_reused',
    })
    expect(await paymentsOf(shop)).toHaveLength(1)
  })
  it('gives one payment for two keys at once', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => pay(shop)))
    expect(new Set(all.map((it) => it.payment?.id)).size).toBe(1)
  })
  it('closes the open payment for another method', async () => {
    const first = await pay(shop)
    const second = await pay(shop, { method: 'alipay' })
    expect(second.payment).toMatchObject({ status: 'started', method: 'alipay' })
    expect((await paymentsOf(shop)).map((it) => [it.status, it.failure])).toEqual([
      ['failed', 'cancelled'],
      ['started', null],
    ])
    await atGateway(shop, first.payment?.payUrl ?? '', 'pay')
    await server.drain()
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['failed', 'started'])
  })
  it('finds out that the open payment was paid before it begins another', async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay', 'never')
    const reply = await shop.buyer.request(payCreate, { order: shop.order, method: 'alipay', key: newKey() })
    expect(reply).toMatchObject({ ok: false, code: 'paid' })
    expect(await paymentsOf(shop)).toHaveLength(1)
  })
  it('continues after a gateway that did not answer', async () => {
    await setFault(server.deps, 'api', 1)
    const key = newKey()
    expect(await shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key })).toMatchObject({
      ok: false,
      code: 'gateway',
    })
    const again = await pay(shop, { key })
    expect(again.payment).toMatchObject({ status: 'started' })
    expect(await paymentsOf(shop)).toHaveLength(1)
  })
  it('can be cancelled, also at the gateway', async () => {
    const { payment } = await pay(shop)
    const reply = await shop.buyer.request(payClose, { order: shop.order, payment: payment?.id ?? '' })
    expect(reply).toMatchObject({
      ok: true,
      data: { payment: { status: 'failed', failure: 'cancelled' }, order: { standing: 'payable' } },
    })
  })
})

describe('the end of the time to pay', () => {
  it('closes a payment nobody made', async () => {
    const { payment } = await pay(shop)
    await advanceAndDrain(shop, 89 * MINUTE + 1000)
    await advanceAndDrain(shop, MINUTE)
    expect((await paymentsOf(shop)).map((it) => [it.status, it.failure])).toEqual([['failed', 'expired']])
    await atGateway(shop, payment?.payUrl ?? '', 'pay')
    await server.drain()
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['failed'])
    expect(await shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: newKey() })).toMatchObject({
      ok: false,
      code: 'expired',
    })
  })
  it('returns money that comes when the order is closed', async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay', 'after_expiry')
    await server.drain()
    await advanceAndDrain(shop, 90 * MINUTE)
    expect(await orderStatus(shop)).toBe('expired')
    for (let i = 0; i < 6; i++) await advanceAndDrain(shop, MINUTE)
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
    expect((await refundsOf(shop)).map((it) => [it.status, it.reason, it.amount_minor])).toEqual([
      ['succeeded', 'late', 169322],
    ])
    expect((await status(shop)).payment?.refund).toMatchObject({ status: 'succeeded', reason: 'late' })
    const letters = await server.deps.db
      .selectFrom('messages')
      .select('subject')
      .where('subject', 'like', `%${shop.order}%1,693.22%`)
      .orderBy('id')
      .execute()
    expect(letters.map((it) => it.subject.replace(/.*CNY/, 'CNY'))).toEqual([
      'CNY\u00a01,693.22 will be refunded',
      'CNY\u00a01,693.22 refunded',
    ])
  })
})

describe('a QR code', () => {
  it('lets exactly one phone pay without a login', async () => {
    const made = await shop.buyer.request(payQr, { order: shop.order })
    if (!made.ok || !('url' in made.data)) throw new Error('no code')
    const code = new URL(made.data.url).searchParams.get('code') ?? ''
    expect(made.data.path).toMatch(/^M0 0h7v1h-7z/)
    // Begun on the desktop first: the phone pays by the same method and returns to its own page.
    const atDesk = await payUrlOf(shop)
    const phone = server.client({ device: 'mobile' })
    const opened = await phone.request(payMethods, { code })
    expect(opened).toMatchObject({ ok: true, data: { order: { own: false, id: shop.order }, codesOpened: 0 } })
    expect(await status(shop)).toMatchObject({ codesOpened: 1 })
    const started = await phone.request(payCreate, { code, method: 'wechat', key: newKey() })
    if (!started.ok) throw new Error(started.code)
    expect(started.data.payment?.payUrl).not.toBe(atDesk)
    expect(await atGateway(shop, started.data.payment?.payUrl ?? '', 'pay')).toContain(`/pay?code=${code}`)
    await atGateway(shop, atDesk, 'pay')
    await server.drain()
    expect(await phone.request(payStatus, { code })).toMatchObject({
      ok: true,
      data: { payment: { status: 'succeeded' } },
    })
    expect((await status(shop)).payment?.status).toBe('succeeded')
    expect(await server.client().request(payMethods, { code })).toMatchObject({ ok: false, code: 'code_used' })
    expect(await phone.request(payQr, { order: shop.order })).toMatchObject({ ok: false, code: 'not_found' })
  })
  it('runs out after ten minutes', async () => {
    const made = await shop.buyer.request(payQr, { order: shop.order })
    const code = made.ok ? (new URL(made.data.url).searchParams.get('code') ?? '') : ''
    server.advance(11 * MINUTE)
    expect(await server.client().request(payMethods, { code })).toMatchObject({ ok: false, code: 'code_expired' })
    expect(await server.client().request(payMethods, { code: 'x'.repeat(27) })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
  })
})

describe('somebody else', () => {
  it('learns nothing of an order, by whichever call', async () => {
    const { payment } = await pay(shop)
    const stranger = server.client()
    const { order } = shop
    for (const reply of [
      await stranger.request(payMethods, { order }),
      await stranger.request(payStatus, { order }),
      await stranger.request(payQr, { order }),
      await stranger.request(payCreate, { order, method: 'wechat', key: newKey() }),
      await stranger.request(payClose, { order, payment: payment?.id ?? '' }),
    ])
      expect(reply).toMatchObject({ ok: false, code: 'not_found' })
    const other = await openShop(server)
    expect(await other.buyer.request(payStatus, { order: other.order, payment: payment?.id ?? '' })).toMatchObject({
      ok: false,
      code: 'not_found',
    })
  })
})
