/** What anybody may have stored has a limit: each is filled through the calls, and the next row is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payCreate, payEndLink, payLink, payQr, type PaymentMethod } from '../../src/features/cashier/contract.ts'
import { STORAGE_LIMITS } from '../../src/lib/storage-limits.ts'
import {
  cancelOrder,
  createOrder,
  orderText,
  readPage,
  reopenOrder,
  salesLog,
  withdrawSensitive,
  type OrderView,
} from '../../src/features/orders/contract.ts'
import { recordAct } from '../../src/features/orders/server/sales-record/write-sales-log.ts'
import { logInAs } from './logged-in-user.ts'
import { Buyer, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'
import { atGateway, newKey, openShop, paymentsOf, status, type PaymentShop } from './payments-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe("an order's sales record", () => {
  const record = async (buyer: Buyer) => ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
  const kinds = async (buyer: Buyer): Promise<string[]> => (await record(buyer)).entries.map(({ kind }) => kind)
  /** Fills it as far as the buyer's own acts may. */
  const fill = async (id: string): Promise<void> =>
    server.deps.write(async (trx) => {
      for (let entry = 0; entry < STORAGE_LIMITS.salesRecordEntries; entry++)
        await recordAct(server.deps, trx, id, { kind: 'changed', data: { groups: ['trip'] } })
    })

  test('a page that was read and is read again adds nothing', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2001-01-01') })
    const before = await record(buyer)
    for (const page of ['enter', 'terms', 'not-covered', 'health', 'terms'] as const) await buyer.read(page)
    expect(await record(buyer)).toEqual(before)
  })
  test('the same page in the other language, or after a change, is recorded', async () => {
    const buyer = new Buyer(server)
    await buyer.create(TRIP, 'read-in-two-languages')
    await buyer.read('enter')
    const { order, client } = { order: buyer.view, client: server.client({ lang: 'cn', store: buyer.client.store }) }
    const { sha256 } = ok(await client.request(orderText, { id: order.id, page: 'enter' }))
    ok(await client.request(readPage, { id: order.id, version: order.version, page: 'enter', sha256, openedAt: 0 }))
    expect(await kinds(buyer)).toEqual(['created', 'read', 'read'])
  })
  test('changes of the same groups in turns are recorded once until something else happens', async () => {
    const buyer = new Buyer(server)
    await buyer.create(TRIP, 'changes-in-turns')
    await buyer.agreeToSensitive()
    for (let turn = 0; turn < 20; turn++) {
      await buyer.save({ trip: { ...TRIP, end: `2027-03-0${1 + (turn % 2)}` } })
      await buyer.save({ people: { ...SELF, policyholder: person('2001-02-01', { institution: `School ${turn}` }) } })
    }
    expect(await kinds(buyer)).toEqual(['created', 'read', 'changed', 'changed'])
    await buyer.read('enter')
    await buyer.save({ trip: { ...TRIP, end: '2027-02-01' } })
    expect((await kinds(buyer)).slice(4)).toEqual(['read', 'changed'])
  })
  test('that is full takes no reading, link or reopening, says so, and still takes withdrawals and ends', async () => {
    const buyer = new Buyer(server)
    await buyer.create(TRIP, 'full-record')
    await buyer.agreeToSensitive()
    await fill(buyer.view.id)
    await expect(buyer.read('enter')).rejects.toThrow(/record_full: .*Delete or cancel it/)
    const reply = await buyer.client.request(withdrawSensitive, buyer.at)
    buyer.order = ok(reply)
    // What is typed is kept.
    expect((await buyer.save({ trip: { ...TRIP, end: '2027-02-01' } })).answers.trip.end).toBe('2027-02-01')
    const { length } = (await record(buyer)).entries
    expect(length).toBeLessThan(STORAGE_LIMITS.salesRecordEntries + 10)
  })
  test('that is full keeps a sent application closed: it can be cancelled and made again', async () => {
    const buyer = new Buyer(server)
    await buyer.create(TRIP, 'full-and-sent')
    await buyer.fillIn({ ...SELF, policyholder: person('2001-03-01') })
    const sent: OrderView = await buyer.submit()
    await fill(sent.id)
    expect(refusal(await buyer.client.request(reopenOrder, buyer.at))).toBe('record_full')
  })
})

describe('applications of an account', () => {
  const DAY = 86_400_000
  const begin = (client: Client, i: number) => client.request(createOrder, { trip: TRIP, key: `application-${i}` })

  test('have a limit a day', async () => {
    const client = await logInAs(server, 'agent@example.com')
    for (let i = 0; i < STORAGE_LIMITS.accountDraftsDay; i++) ok(await begin(client, i))
    const refused = await begin(client, STORAGE_LIMITS.accountDraftsDay)
    expect(refused).toMatchObject({
      ok: false,
      code: 'drafts_account',
      message: expect.stringContaining('tomorrow') as string,
      extra: { retryAfter: DAY / 1000 },
    })
    // The first ones are found as before.
    expect(await begin(client, 0)).toMatchObject({ ok: true })
    server.advance(DAY)
    expect(await begin(await logInAs(server, 'agent@example.com'), 99)).toMatchObject({ ok: true })
  })
  test('that were not bought have a limit; a deleted draft makes room', async () => {
    const client = await logInAs(server, 'hoarder@example.com')
    const first = ok(await begin(client, 0))
    const { user_id } = await server.deps.db
      .selectFrom('orders')
      .select('user_id')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const row = await server.deps.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const earlier = Array.from({ length: STORAGE_LIMITS.accountUnfinished - 1 }, (_, i) => ({
      ...row,
      id: `YFO-260101-${String(i).padStart(6, '0')}`,
      create_key: `${user_id}:earlier-${i}`,
      created_at: row.created_at - 2 * DAY,
      status: (['created', 'expired', 'cancelled', 'declined'] as const)[i % 4] ?? 'created',
    }))
    await server.deps.write(async (trx) => {
      for (const order of earlier) await trx.insertInto('orders').values(order).execute()
    })
    expect(await begin(client, 1)).toMatchObject({
      ok: false,
      code: 'unfinished_many',
      message: expect.stringContaining('Delete drafts') as string,
    })
    ok(await client.request(cancelOrder, { id: first.id, version: first.version }))
    expect(await begin(client, 2)).toMatchObject({ ok: true })
  })
})

describe('payments of an order', () => {
  let shop: PaymentShop
  beforeEach(async () => {
    shop = await openShop(server)
  })
  const methods = ['wechat', 'alipay'] as const
  const begin = (method: PaymentMethod, key = newKey()) =>
    shop.buyer.request(payCreate, { order: shop.order, method, key })

  test('have a limit a day, and the one begun last can still be paid', async () => {
    for (let i = 0; i < STORAGE_LIMITS.paymentsDay; i++) ok(await begin(methods[i % 2] ?? 'card'))
    expect(await begin('wechat')).toMatchObject({
      ok: false,
      code: 'payments_many',
      message: expect.stringContaining('Finish the last one') as string,
    })
    const rows = await paymentsOf(shop)
    expect(rows).toHaveLength(STORAGE_LIMITS.paymentsDay)
    const { payment } = ok(await begin('alipay'))
    expect(await paymentsOf(shop)).toHaveLength(STORAGE_LIMITS.paymentsDay)
    await atGateway(shop, payment?.payUrl ?? '', 'pay')
    await server.drain()
    expect((await status(shop)).order.standing).toBe('paid')
  })
  test('have a limit of requests, each with a key of its own, for the same payment', async () => {
    for (let i = 0; i < STORAGE_LIMITS.paymentRequestsDay; i++) ok(await begin('wechat'))
    expect(refusal(await begin('wechat'))).toBe('payments_many')
    expect(await paymentsOf(shop)).toHaveLength(1)
  })
  test('have a limit of QR codes', async () => {
    const code = () => shop.buyer.request(payQr, { order: shop.order })
    for (let i = 0; i < STORAGE_LIMITS.paymentCodesDay; i++) ok(await code())
    expect(refusal(await code())).toBe('codes_many')
  })
  test('have a limit of links', async () => {
    const link = () => shop.buyer.request(payLink, { order: shop.order })
    for (let i = 0; i < STORAGE_LIMITS.paymentLinksDay; i++) {
      ok(await link())
      ok(await shop.buyer.request(payEndLink, { order: shop.order }))
    }
    expect(await link()).toMatchObject({ ok: false, code: 'links_many' })
  })
})
