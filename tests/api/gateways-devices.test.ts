/** What each provider asks of the payer, by device and browser; and the effect of a change of WeChat Pay's certificates. */
import { createVerify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { startPayment } from '../../src/features/cashier/server/payments/payments.ts'
import { isDown } from '../../src/features/cashier/server/providers/provider-health.ts'
import type { Payer } from '../../src/features/cashier/server/providers/provider-interface.ts'
import { payMethods, payStatus, type PaymentMethod } from '../../src/features/cashier/contract.ts'
import type { PaymentTable } from '../../src/features/cashier/tables.ts'
import { FakeAlipay } from '../gateways/alipay/fake-alipay.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../gateways/wechat/fake-wechat.ts'
import { begin, deliver, gatewayServer, type GatewayServer } from './gateways-fixtures.ts'
import { newKey, openShop, paymentsOf, refundsOf, type PaymentShop } from './payments-fixtures.ts'
import { shopFeatures } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

const DESK: Payer = { ip: '192.0.2.1', device: 'web', browser: 'other' }
const PHONE: Payer = { ip: '192.0.2.1', device: 'mobile', browser: 'other' }
const IN_WECHAT: Payer = { ip: '192.0.2.1', device: 'mobile', browser: 'wechat' }

const start = ({ server, order }: PaymentShop, method: PaymentMethod, payer: Payer): Promise<PaymentTable> =>
  startPayment(server.deps, {
    payable: { kind: 'plan', id: order },
    own: true,
    method,
    key: newKey(),
    requester: 'holder:test',
    lang: 'en',
    payer,
  })

describe('WeChat Pay', () => {
  let at: GatewayServer
  let gateway: FakeWechat
  beforeAll(async () => {
    gateway = new FakeWechat()
    at = await gatewayServer(gateway)
  })
  afterAll(() => at.close())

  it('on a desktop is a QR code, drawn by the server', async () => {
    const shop = await begin(at)
    const reply = await shop.buyer.request(payStatus, { order: shop.order })
    expect(reply.ok && reply.data.payment).toMatchObject({
      payUrl: null,
      inPage: null,
      qr: { size: expect.any(Number) as number, path: expect.stringMatching(/^M\d/) as string },
    })
    expect((await paymentsOf(shop))[0]?.pay_qr).toMatch(/^weixin:/)
  })

  it('on a phone is its own page, requested again once it has expired', async () => {
    const shop = await openShop(at.server)
    const first = await start(shop, 'wechat', PHONE)
    expect(first.pay_url).toContain(`redirect_url=${encodeURIComponent(first.return_url)}`)
    expect(gateway.trade(first.id).product).toBe('h5')
    const asked = gateway.calls.length
    expect((await start(shop, 'wechat', PHONE)).pay_url).toBe(first.pay_url)
    expect(gateway.calls).toHaveLength(asked)
    at.server.advance(5 * 60_000)
    expect((await start(shop, 'wechat', PHONE)).id).toBe(first.id)
    expect(gateway.calls.length).toBeGreaterThan(asked)
  })

  it('inside WeChat identifies the payer, and is then confirmed in the page', async () => {
    const shop = await openShop(at.server)
    const row = await start(shop, 'wechat', IN_WECHAT)
    const page = new URL(row.pay_url ?? '')
    expect(page.pathname).toBe('/connect/oauth2/authorize')
    expect(page.searchParams.get('scope')).toBe('snsapi_base')
    const state = page.searchParams.get('state') ?? ''
    expect(state).toMatch(/^[\da-z]{26,128}$/)
    const back = `${at.server.url}/notify/wechat/payer`
    expect(page.searchParams.get('redirect_uri')).toBe(`${at.server.deps.config.apiUrl}/notify/wechat/payer`)
    const come = (query: Record<string, string>) =>
      fetch(`${back}?${new URLSearchParams(query)}`, { redirect: 'manual' })
    expect(
      (await come({ code: 'code-of-lin', state: state.replace(/.$/, (it) => (it === '0' ? '1' : '0')) })).status,
    ).toBe(404)
    const answer = await come({ code: 'code-of-lin', state })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, row.return_url])
    const [opened] = await paymentsOf(shop)
    expect(opened).toMatchObject({ status: 'started', pay_url: null })
    const {
      appId = '',
      timeStamp = '',
      nonceStr = '',
      package: packed = '',
      paySign = '',
      signType,
    } = JSON.parse(opened?.pay_in_page ?? '{}') as Record<string, string>
    expect(signType).toBe('RSA')
    expect(packed).toMatch(/^prepay_id=/)
    expect(
      createVerify('RSA-SHA256')
        .update(`${appId}\n${timeStamp}\n${nonceStr}\n${packed}\n`)
        .verify(gateway.merchantKey, paySign, 'base64'),
    ).toBe(true)
    // A repeated answer opens nothing again.
    const asked = gateway.calls.length
    expect((await come({ code: 'code-of-lin', state })).status).toBe(303)
    expect(gateway.calls).toHaveLength(asked)
    expect(JSON.stringify(opened)).not.toContain('openid-of-lin')
    expect(at.server.logs()).not.toMatch(/openid-of-lin|code-of-lin/)
  })

  it('a code that WeChat refuses is a wrong code, and no outage', async () => {
    const shop = await openShop(at.server)
    const row = await start(shop, 'wechat', IN_WECHAT)
    const state = new URL(row.pay_url ?? '').searchParams.get('state') ?? ''
    const come = async (code: string) => {
      const query = new URLSearchParams({ code, state })
      const { status, headers } = await fetch(`${at.server.url}/notify/wechat/payer?${query}`, { redirect: 'manual' })
      return [status, headers.get('location')]
    }
    for (let i = 0; i < 4; i++) expect(await come('invented')).toEqual([303, row.return_url])
    expect(isDown(at.server.deps, { name: 'wechat' })).toBe(false)
    const figures = await at.server.deps.metrics.registry.metrics()
    expect(figures).not.toMatch(/operation="identify",result="failed"\} [1-9]/)
    expect(figures).toMatch(/operation="identify",result="ok"\} [1-9]/)
    expect(at.server.logs()).not.toContain('invented')
    // They are back at their payment, and can be identified again.
    expect((await paymentsOf(shop))[0]).toMatchObject({ pay_url: row.pay_url, pay_in_page: null })
  })

  it.each([1, 2])('that is silent at its call no. %s sends the payer back to the page of the payment', async (call) => {
    const shop = await openShop(at.server)
    const row = await start(shop, 'wechat', IN_WECHAT)
    const state = new URL(row.pay_url ?? '').searchParams.get('state') ?? ''
    const before = gateway.calls.length
    gateway.downAt = before + call
    const query = new URLSearchParams({ code: 'code-of-lin', state })
    const { status, headers } = await fetch(`${at.server.url}/notify/wechat/payer?${query}`, { redirect: 'manual' })
    expect([gateway.calls.length - before, status, headers.get('location')]).toEqual([call, 303, row.return_url])
    // Nothing was opened, and the payer can be identified again.
    expect((await paymentsOf(shop))[0]).toMatchObject({ pay_url: row.pay_url, pay_in_page: null })
  })

  it('begun in one browser is closed for another', async () => {
    const shop = await openShop(at.server)
    const phone = await start(shop, 'wechat', PHONE)
    const inside = await start(shop, 'wechat', IN_WECHAT)
    expect(inside.id).not.toBe(phone.id)
    expect(gateway.trade(phone.id).state).toBe('closed')
  })

  it('may change its certificate between payment and notification, and between calls', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    gateway.rotate()
    expect(await deliver(at, gateway.notification(shop.payment))).toBe(200)
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
    gateway.rotate()
    expect((await begin(at)).payment).not.toBe('')
    expect(await refundsOf(shop)).toEqual([])
  })

  it('is not flooded by messages with invented serial numbers', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    at.server.advance(120_000)
    const { headers, body } = gateway.notification(shop.payment)
    const fetched = () => gateway.calls.filter((it) => it === '/v3/certificates').length
    const before = fetched()
    for (let i = 0; i < 20; i++)
      expect(
        await deliver(at, { body, headers: { ...headers, 'wechatpay-serial': `ABCDEF00000000${i}`.padEnd(40, '0') } }),
      ).toBe(400)
    expect(fetched() - before).toBeLessThanOrEqual(5)
    at.server.advance(120_000)
    expect(await deliver(at, gateway.notification(shop.payment))).toBe(200)
  })

  it('with a wrong clock is not trusted, and no payment is begun', async () => {
    gateway.skew = 6 * 60_000
    const shop = await openShop(at.server)
    await expect(start(shop, 'wechat', DESK)).rejects.toMatchObject({ code: 'gateway' })
    gateway.skew = 0
    expect((await start(shop, 'wechat', DESK)).status).toBe('started')
  })
})

describe('WeChat Pay by public key', () => {
  it('still takes what its certificates sign while the merchant moves to the key, and nothing invented', async () => {
    const gateway = new FakeWechat({ publicKeyMode: true })
    const at = await gatewayServer(gateway)
    onTestFinished(() => at.close())
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    // From now on its certificate signs.
    gateway.publicKeyMode = false
    const { headers, body } = gateway.notification(shop.payment)
    const invented = { body, headers: { ...headers, 'wechatpay-serial': 'ABCDEF'.padEnd(40, '0') } }
    expect(await deliver(at, invented)).toBe(400)
    expect(await deliver(at, { headers, body })).toBe(200)
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
    // Its answers may be signed by either, too.
    expect((await begin(at)).payment).not.toBe('')
  })
})

describe('Alipay', () => {
  it('is its own page on either device, and a QR code if the contract covers only that', async () => {
    const gateway = new FakeAlipay()
    const at = await gatewayServer(gateway)
    const shop = await openShop(at.server)
    const desk = new URL((await start(shop, 'alipay', DESK)).pay_url ?? '')
    expect(desk.searchParams.get('method')).toBe('alipay.trade.page.pay')
    const phone = new URL((await start(shop, 'alipay', { ...PHONE, browser: 'alipay' })).pay_url ?? '')
    expect(phone.searchParams.get('method')).toBe('alipay.trade.wap.pay')
    expect(phone.searchParams.get('notify_url')).toBe(`${at.server.deps.config.apiUrl}/notify/alipay`)
    await at.close()
    const codes = new FakeAlipay()
    await codes.start()
    const server = await startServer({ features: shopFeatures, env: { ...codes.env(), ALIPAY_PRODUCTS: 'qr' } })
    const other = await openShop(server)
    expect((await start(other, 'alipay', DESK)).pay_qr).toMatch(/^https:\/\/qr\.alipay\.com\//)
    await server.close()
    await codes.stop()
  })
})

describe('several providers', () => {
  let server: TestServer
  const stripe = new FakeStripe()
  const wechat = new FakeWechat()
  beforeAll(async () => {
    await stripe.start()
    await wechat.start()
    server = await startServer({ features: shopFeatures, env: { ...stripe.env(), ...wechat.env() } })
    wechat.clock = () => server.deps.clock()
  })
  afterAll(async () => {
    await server.close()
    await stripe.stop()
    await wechat.stop()
  })

  it('can offer one method: the first that answers is used', async () => {
    const first = await openShop(server)
    expect((await start(first, 'wechat', DESK)).provider).toBe('wechat')
    wechat.down = 9
    await expect(start(await openShop(server), 'wechat', DESK)).rejects.toMatchObject({ code: 'gateway' })
    const second = await start(await openShop(server), 'wechat', DESK)
    expect(second.provider).toBe('stripe')
    wechat.down = 0
    server.advance(2 * 60_000)
    expect((await start(await openShop(server), 'wechat', DESK)).provider).toBe('wechat')
  })

  it('cannot notify about each other’s payments', async () => {
    const shop = await openShop(server)
    const row = await start(shop, 'wechat', DESK)
    stripe.trades.set(row.id, { ...wechat.trade(row.id), ref: 'cs_test_1', state: 'paid' })
    const { headers, body } = stripe.notification(row.id, { at: server.deps.clock() })
    expect(
      (await fetch(`${server.url}/notify/stripe`, { method: 'POST', headers, body: new Uint8Array(body) })).status,
    ).toBe(200)
    await server.drain()
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['started'])
    expect(server.logs()).toContain('a provider spoke of another one’s payment')
  })

  it('offer the methods of this browser, name the others, and leave out those without a provider', async () => {
    const shop = await openShop(server)
    const reply = await shop.buyer.request(payMethods, { order: shop.order })
    expect(reply.ok && reply.data.methods.map(({ id, sandbox }) => `${id}${sandbox ? ' by the sandbox' : ''}`)).toEqual(
      ['wechat', 'alipay', 'card', 'unionpay by the sandbox'],
    )
  })
})
