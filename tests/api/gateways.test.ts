/**
 * Every provider with a gateway that speaks its format, in everything that real ones do (design §8 "Nothing lost"). One
 * server for each.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { payMethods } from '../../src/features/cashier/contract.ts'
import { InvalidNotification } from '../../src/features/cashier/server/providers/provider-interface.ts'
import { retryRefund } from '../../src/features/cashier/server/refunds/refunds-for-operator.ts'
import { AmountTooHigh } from '../../src/features/cashier/server/refunds/open-and-settle-refund.ts'
import { FakeAlipay } from '../gateways/alipay/fake-alipay.ts'
import type { FakeGateway, Message } from '../gateways/fake-gateway.ts'
import { FakeStripe } from '../gateways/stripe/fake-stripe.ts'
import { FakeWechat } from '../gateways/wechat/fake-wechat.ts'
import {
  begin,
  deliver,
  gatewayServer,
  giveBack,
  paidShop,
  storedNotifications,
  type GatewayServer,
} from './gateways-fixtures.ts'
import {
  advanceAndDrain,
  openShop,
  orderStatus,
  paymentsOf,
  refundsOf,
  status,
  type PaymentShop,
} from './payments-fixtures.ts'
import { PREMIUM } from './place-order.ts'

const MINUTE = 60_000

interface Row {
  name: string
  make: () => FakeGateway
  /** A merchant that is not ours, in the gateway's fields. */
  stranger: string
  /** Whether the age of a message is checked. */
  ages: boolean
}

const ROWS: readonly Row[] = [
  { name: 'Stripe', make: () => new FakeStripe(), stranger: 'acct_somebodyelse', ages: true },
  { name: 'Alipay', make: () => new FakeAlipay(), stranger: '2088000000000099', ages: false },
  { name: 'WeChat Pay by certificates', make: () => new FakeWechat(), stranger: '1900000099', ages: true },
  {
    name: 'WeChat Pay by public key',
    make: () => new FakeWechat({ publicKeyMode: true }),
    stranger: '1900000099',
    ages: true,
  },
]

const statuses = async (shop: PaymentShop) => (await paymentsOf(shop)).map((it) => [it.status, it.failure])

describe.each(ROWS)('$name', ({ make, stranger, ages }) => {
  let at: GatewayServer
  let gateway: FakeGateway
  beforeAll(async () => {
    gateway = make()
    at = await gatewayServer(gateway)
  })
  afterAll(() => at.close())
  afterEach(() => {
    gateway.lie = {}
    gateway.refundsAre = 'done'
    gateway.down = 0
  })

  const nothingBooked = async (shop: PaymentShop): Promise<void> => {
    expect(await statuses(shop)).toEqual([['started', null]])
    expect(await orderStatus(shop)).toBe('awaiting_payment')
  }
  const paidOnce = async (shop: PaymentShop): Promise<void> => {
    expect(await statuses(shop)).toEqual([['succeeded', null]])
    expect(await orderStatus(shop)).toBe('issued')
    expect(await refundsOf(shop)).toEqual([])
  }

  it('paid: the policy is issued', async () => {
    await paidOnce(await paidShop(at))
  })

  it.each(['refused', 'cancelled', 'authorization'] as const)(
    '%s: reported the same by notification and by query',
    async (outcome) => {
      const told = await begin(at)
      gateway.settle(told.payment, outcome)
      expect(await deliver(at, gateway.notification(told.payment))).toBe(200)
      const asked = await begin(at)
      gateway.settle(asked.payment, outcome)
      await advanceAndDrain(asked, MINUTE)
      for (const shop of [told, asked]) {
        expect((await status(shop)).payment).toMatchObject({ status: 'failed', failure: gateway.failures[outcome] })
        expect(await orderStatus(shop)).toBe('awaiting_payment')
      }
    },
  )

  it('late: paid after we closed it, and refunded', async () => {
    const shop = await begin(at)
    await advanceAndDrain(shop, 95 * MINUTE)
    expect(await statuses(shop)).toEqual([['failed', 'expired']])
    gateway.settle(shop.payment, 'paid')
    expect(await deliver(at, gateway.notification(shop.payment))).toBe(200)
    expect(await statuses(shop)).toEqual([['succeeded', null]])
    expect((await refundsOf(shop)).map((it) => [it.reason, it.status, it.amount_minor])).toEqual([
      ['late', 'succeeded', PREMIUM],
    ])
    expect(gateway.trade(shop.payment).refunds.map((it) => it.amount)).toEqual([PREMIUM])
  })

  it('notified twice: booked once', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    for (const id of [`twice-${shop.payment}`, `twice-${shop.payment}`, undefined])
      expect(await deliver(at, gateway.notification(shop.payment, id ? { id } : {}))).toBe(200)
    await paidOnce(shop)
    expect(await storedNotifications(at, shop.payment)).toBe(2)
  })

  it('out of order: an older notification changes nothing', async () => {
    const shop = await paidShop(at)
    expect(await deliver(at, gateway.notification(shop.payment, { state: 'open' }))).toBe(200)
    await paidOnce(shop)
  })

  it('never notified: found by the page’s query, and by the server’s own query', async () => {
    const watched = await begin(at)
    gateway.settle(watched.payment, 'paid')
    at.server.advance(3000)
    expect((await status(watched)).payment?.status).toBe('succeeded')
    const left = await begin(at)
    gateway.settle(left.payment, 'paid')
    await advanceAndDrain(left, 2 * MINUTE)
    await at.server.drain()
    await paidOnce(left)
  })

  it('tampered with, byte by byte: refused, unless the meaning is the same', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    const { headers, body } = gateway.notification(shop.payment)
    const meaning = (message: Message) =>
      Promise.resolve()
        .then(() => at.provider.verifyNotification({ ...message, now: at.server.deps.clock() }))
        .catch((error: unknown) => {
          if (!(error instanceof InvalidNotification)) throw error
          return 'refused'
        })
    const right = await meaning({ headers, body })
    expect(right).toMatchObject({ kind: 'trade', trade: { state: 'succeeded', paymentId: shop.payment } })
    const others: unknown[] = []
    for (let i = 0; i < body.length; i++) {
      const changed = Buffer.from(body)
      changed[i] = (changed[i] ?? 0) ^ 1
      others.push(await meaning({ headers, body: changed }))
    }
    for (const [name, value] of Object.entries(headers).filter(([it]) => it !== 'content-type')) {
      for (let i = 0; i < value.length; i++)
        others.push(
          await meaning({
            body,
            headers: {
              ...headers,
              [name]: value.slice(0, i) + String.fromCharCode(value.charCodeAt(i) ^ 1) + value.slice(i + 1),
            },
          }),
        )
    }
    // Base64 ends in bits that mean nothing, and of several signatures Stripe's own package reads one.
    const passed = others.filter((it) => it !== 'refused')
    for (const it of passed) expect(it).toEqual(right)
    expect(passed.length).toBeLessThan(others.length / 5)
    expect(await deliver(at, { headers, body: Buffer.from(body).fill('x', 0, 1) })).toBe(400)
    await nothingBooked(shop)
  })

  it.each([
    ['amount', { amount: 1 }],
    ['currency', { currency: 'USD' }],
  ] as const)('wrong %s: held for an operator, by notification or by query', async (_, lie) => {
    const told = await begin(at)
    gateway.settle(told.payment, 'paid')
    expect(await deliver(at, gateway.notification(told.payment, { lie }))).toBe(200)
    const asked = await begin(at)
    gateway.settle(asked.payment, 'paid')
    gateway.lie = lie
    at.server.advance(3000)
    await status(asked)
    for (const shop of [told, asked]) {
      expect(await statuses(shop)).toEqual([['error', null]])
      expect(await orderStatus(shop)).toBe('awaiting_payment')
      expect((await status(shop)).order.standing).toBe('under_check')
    }
  })

  it('wrong merchant: refused', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    expect(await deliver(at, gateway.notification(shop.payment, { lie: { merchant: stranger } }))).toBe(400)
    await nothingBooked(shop)
  })

  it('wrong order: kept for an operator, and booked on no order', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    expect(await deliver(at, gateway.notification(shop.payment, { lie: { order: 'nobodys0order' } }))).toBe(200)
    await nothingBooked(shop)
    expect(at.server.logs()).toContain('notification for a payment we never made')
    gateway.lie = { order: 'nobodys0order' }
    at.server.advance(3000)
    await status(shop)
    await nothingBooked(shop)
  })

  it('replayed: the same bytes again do nothing', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    const message = gateway.notification(shop.payment)
    for (let i = 0; i < 3; i++) expect(await deliver(at, message)).toBe(200)
    at.server.advance(10 * MINUTE)
    expect(await deliver(at, message)).toBe(ages ? 400 : 200)
    await paidOnce(shop)
    expect(await storedNotifications(at, shop.payment)).toBe(1)
  })

  it('clock skew: a few minutes are accepted, more only where messages carry no time', async () => {
    const shop = await begin(at)
    gateway.settle(shop.payment, 'paid')
    for (const off of [-6, 6])
      expect(
        await deliver(
          at,
          gateway.notification(shop.payment, { at: at.server.deps.clock() + off * MINUTE, state: 'open' }),
        ),
      ).toBe(ages ? 400 : 200)
    await nothingBooked(shop)
    expect(await deliver(at, gateway.notification(shop.payment, { at: at.server.deps.clock() - 4 * MINUTE }))).toBe(200)
    await paidOnce(shop)
  })

  it('refunded in parts: to the cent, and never more than was paid', async () => {
    const shop = await paidShop(at)
    await giveBack(at, shop, 50_000)
    gateway.refundsAre = 'pending'
    await giveBack(at, shop, 100_001)
    expect((await refundsOf(shop)).map((it) => it.status).sort()).toEqual(['submitted', 'succeeded'])
    const [, waiting] = gateway.trade(shop.payment).refunds
    if (!waiting) throw new Error('no second refund')
    waiting.state = 'done'
    for (let i = 0; i < 2; i++) expect(await deliver(at, gateway.refundNotification(shop.payment, waiting))).toBe(200)
    gateway.refundsAre = 'done'
    await giveBack(at, shop)
    await expect(giveBack(at, shop, 1)).rejects.toBeInstanceOf(AmountTooHigh)
    expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
    expect(gateway.trade(shop.payment).refunds.map((it) => it.amount)).toEqual([50_000, 100_001, PREMIUM - 150_001])
  })

  it('refund failed: the money stays with us, and the next attempt has its own number', async () => {
    const shop = await paidShop(at)
    gateway.refundsAre = 'refused'
    await giveBack(at, shop)
    expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['failed'])
    expect((await paymentsOf(shop))[0]?.refund_minor).toBe(0)
    gateway.refundsAre = 'done'
    const [refund] = await refundsOf(shop)
    await retryRefund(at.server.deps, refund?.id ?? '', { by: 'operator:1', why: 'again' })
    await at.server.drain()
    expect((await refundsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
    expect(gateway.trade(shop.payment).refunds).toHaveLength(1)
  })

  it('down: the payer is told, nothing is lost, and its methods are listed last until it answers', async () => {
    const shop = await begin(at)
    const other = await openShop(at.server)
    const offer = async () => {
      const reply = await other.buyer.request(payMethods, { order: other.order })
      return reply.ok ? reply.data.methods.find(({ id }) => id === gateway.method) : undefined
    }
    expect(await offer()).toMatchObject({ here: true, down: false })
    gateway.down = 9
    at.server.advance(3000)
    expect((await status(shop)).payment?.status).toBe('started')
    gateway.down = 0
    gateway.settle(shop.payment, 'paid')
    at.server.advance(3000)
    expect((await status(shop)).payment?.status).toBe('succeeded')
    expect(await offer()).toMatchObject({ down: false })
  })
})
