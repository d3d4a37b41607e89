/** Requests made many times at the same moment take effect once, and the others are told so. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrder, reopenOrder, salesLog, saveOrder } from '../../src/features/orders/contract.ts'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, ok, person, SELF, TRIP } from './orders-fixtures.ts'
import { newKey, openShop } from './payments-fixtures.ts'

const times = <T>(count: number, run: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)))

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('of many requests for a code one is sent, and of many logins with it one succeeds', async () => {
  const clients = await times(8, async () => server.client())
  const sent = await times(
    8,
    (i) => clients[i]?.request(sendCode, { destination: 'many@example.com' }) ?? Promise.reject(new Error('none')),
  )
  expect(sent.filter((it) => it.ok)).toHaveLength(1)
  await server.drain()
  const { code } = await server.deps.db
    .selectFrom('messages')
    .select('code')
    .where('to', '=', 'many@example.com')
    .executeTakeFirstOrThrow()
  const tries = await times(8, (i) =>
    server
      .client()
      .request(login, { destination: 'many@example.com', code: i === 0 ? (code ?? '') : '000000', agreed: true }),
  )
  expect(tries.filter((it) => it.ok).length).toBeLessThanOrEqual(1)
  const failures = await server.deps.db.selectFrom('login_failures').selectAll().execute()
  expect(failures.every((it) => it.failures <= 5)).toBe(true)
})

test('of many saves of one draft version one is accepted, and its record stays intact', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  await buyer.agreeToSensitive()
  const replies = await times(8, (i) =>
    buyer.client.request(saveOrder, {
      ...buyer.at,
      people: { ...SELF, policyholder: person('2004-08-20', { institution: `School ${i}` }) },
    }),
  )
  expect(replies.map((it) => (it.ok ? 'ok' : it.code)).sort()).toEqual([...Array<string>(7).fill('conflict'), 'ok'])
  const log = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
  expect([log.intact, log.entries.length]).toEqual([true, 3])
  const created = await times(6, () => buyer.create(TRIP, 'the-same-tap'))
  expect(new Set(created.map((it) => it.id)).size).toBe(1)
})

test('an order has one open payment, however many start it, and is not reopened during one', async () => {
  const shop = await openShop(server)
  const key = newKey()
  const [started] = await Promise.all([
    times(8, (i) =>
      shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: i < 4 ? key : newKey() }),
    ),
    times(2, () => shop.buyer.request(reopenOrder, { id: shop.order, version: 1 })),
    shop.buyer.request(cancelOrder, { id: shop.order, version: 1 }),
  ])
  expect(new Set(started.flatMap((it) => (it.ok ? (it.data.payment?.id ?? []) : []))).size).toBeLessThanOrEqual(1)
  expect(
    started
      .flatMap((it) => (it.ok ? [] : it.code))
      .every((code) => ['cancelled', 'not_submitted', 'gateway'].includes(code)),
  ).toBe(true)
  const rows = await server.deps.db
    .selectFrom('payments')
    .select('status')
    .where('payable_id', '=', shop.order)
    .execute()
  expect(rows.length).toBeLessThanOrEqual(1)
  const { status } = await server.deps.db
    .selectFrom('orders')
    .select('status')
    .where('id', '=', shop.order)
    .executeTakeFirstOrThrow()
  if (status === 'created') expect(rows).toEqual([])
})
