/**
 * What the buyer is told while a payment is under way: messages about an order that closes, and an attempt that
 * somebody else ended.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payClose, payCreate, payLink, payStatus, type PaymentMethod } from '../../src/features/cashier/contract.ts'
import { stageOf } from '../../src/features/cashier/screens/payer-screen-stage.ts'
import { closePayment } from '../../src/features/cashier/server/payments/payments.ts'
import { cancelOrder } from '../../src/features/orders/contract.ts'
import { messages, ok } from './orders-fixtures.ts'
import {
  advanceAndDrain,
  atGateway,
  newKey,
  openShop,
  orderStatus,
  payUrlOf,
  status,
  type PaymentShop,
} from './payments-fixtures.ts'
import { shopFeatures } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

const MINUTE = 60_000
const UNCHARGED = 'have not been charged'

let server: TestServer
let shop: PaymentShop
beforeAll(async () => {
  server = await startServer({ features: shopFeatures })
})
afterAll(() => server.close())
beforeEach(async () => {
  shop = await openShop(server)
})

const lettersOf = async (): Promise<string[]> =>
  (await messages(server))
    .filter((it) => it.subject.includes(shop.order))
    .map(({ subject, text }) => `${subject}\n${text}`)

describe('the message about an order that closes', () => {
  it('promises no free end while a bank may still confirm, and names the payment', async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay', 'after_expiry')
    await server.drain()
    await advanceAndDrain(shop, 90 * MINUTE)
    expect(await orderStatus(shop)).toBe('expired')
    const [closed] = await lettersOf()
    expect(closed).toContain('We are asking WeChat Pay')
    expect(closed).not.toContain(UNCHARGED)
  })
  it('says, once the money has come too late, that nobody is insured by it', async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay', 'after_expiry')
    await server.drain()
    await advanceAndDrain(shop, 90 * MINUTE)
    for (let i = 0; i < 6; i++) await advanceAndDrain(shop, MINUTE)
    const told = (await lettersOf()).filter((it) => it.includes('no policy was issued'))
    expect(told).toEqual([expect.stringMatching(/will not start on \d+\s\w+\s\d{4}/)])
  })
  it('says so where nothing was begun, or what was begun has ended', async () => {
    await payUrlOf(shop)
    await advanceAndDrain(shop, 89 * MINUTE + 1000)
    await advanceAndDrain(shop, MINUTE)
    expect(await lettersOf()).toEqual([expect.stringContaining(UNCHARGED)])
  })
  it('is as careful after a cancellation', async () => {
    await payUrlOf(shop)
    const { version } = await server.deps.db
      .selectFrom('orders')
      .select('version')
      .where('id', '=', shop.order)
      .executeTakeFirstOrThrow()
    ok(await shop.buyer.request(cancelOrder, { id: shop.order, version }))
    await server.drain()
    expect(await lettersOf()).toEqual([expect.stringContaining('We are asking WeChat Pay')])
    expect((await lettersOf()).join()).not.toContain(UNCHARGED)
  })
})

describe('a payment that its bank holds', () => {
  it('is still waited for after an attempt to stop it, so that the page can say so', async () => {
    await atGateway(shop, await payUrlOf(shop), 'pay', 'after_expiry')
    const { payment } = await status(shop)
    const closed = ok(await shop.buyer.request(payClose, { order: shop.order, payment: payment?.id ?? '' }))
    expect([closed.payment?.id, closed.payment?.status, stageOf(closed)]).toEqual([payment?.id, 'started', 'waiting'])
  })
})

describe('messages that ask for a payment', () => {
  it('lead to the page with the methods', async () => {
    await atGateway(shop, await payUrlOf(shop), 'refuse')
    await server.drain()
    const [refused] = await lettersOf()
    expect(refused).toContain(`/checkstand/${shop.order}`)
    expect(refused).toContain('WeChat Pay refused the payment')
  })
})

describe('an attempt that somebody else ended', () => {
  const begins = async (
    client: PaymentShop['buyer'],
    which: { link: string } | { order: string },
    method: PaymentMethod = 'wechat',
  ) => {
    server.advance(1000)
    return ok(await client.request(payCreate, { ...which, method, key: newKey() }))
  }
  const linkOf = async (): Promise<string> =>
    decodeURIComponent(
      new URL(ok(await shop.buyer.request(payLink, { order: shop.order })).url).pathname.split('/').at(-1) ?? '',
    )

  it('is named to whoever had begun it, until they begin again', async () => {
    const link = await linkOf()
    const payer = server.client()
    const own = await begins(shop.buyer, { order: shop.order })
    expect(own.takenOver).toBe(false)
    const closed = ok(await payer.request(payClose, { link, payment: own.payment?.id ?? '' }))
    expect(closed.takenOver).toBe(false)
    expect((await status(shop)).takenOver).toBe(true)
    await begins(payer, { link })
    expect(await status(shop)).toMatchObject({ takenOver: true, startedBy: 'others', payment: { status: 'started' } })
    expect(ok(await payer.request(payStatus, { link })).takenOver).toBe(false)
    expect((await begins(shop.buyer, { order: shop.order }, 'alipay')).takenOver).toBe(false)
    expect(ok(await payer.request(payStatus, { link })).takenOver).toBe(true)
  })
  it('is named to everybody who had begun it, and not to whoever of them ended it', async () => {
    const link = await linkOf()
    const payer = server.client()
    await begins(shop.buyer, { order: shop.order })
    const joined = await begins(payer, { link })
    ok(await payer.request(payClose, { link, payment: joined.payment?.id ?? '' }))
    expect(ok(await payer.request(payStatus, { link })).takenOver).toBe(false)
    expect((await status(shop)).takenOver).toBe(true)
  })
  it('is not what ended before somebody else wanted to end it', async () => {
    const link = await linkOf()
    const payer = server.client()
    const begun = await begins(shop.buyer, { order: shop.order })
    const row = await server.deps.db
      .selectFrom('payments')
      .selectAll()
      .where('id', '=', begun.payment?.id ?? '')
      .executeTakeFirstOrThrow()
    ok(await shop.buyer.request(payClose, { order: shop.order, payment: row.id }))
    // The other payer's call has read the payment while it was open.
    await closePayment(server.deps, row, 'holder:somebody-else')
    expect((await status(shop)).takenOver).toBe(false)
    expect(ok(await payer.request(payStatus, { link })).takenOver).toBe(false)
  })
  it('is not what the payer ended by choosing another method', async () => {
    await begins(shop.buyer, { order: shop.order })
    expect((await begins(shop.buyer, { order: shop.order }, 'alipay')).takenOver).toBe(false)
  })
})

it('tells the owner, and nobody else, where the documents are sent', async () => {
  const link = decodeURIComponent(
    new URL(ok(await shop.buyer.request(payLink, { order: shop.order })).url).pathname.split('/').at(-1) ?? '',
  )
  expect((await status(shop)).order.sentTo).toBe('l•••@example.com')
  expect(ok(await server.client().request(payStatus, { link })).order.sentTo).toBeNull()
})
