/** The list of orders: filtered by state, counted, a single one, and page by page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holderOf } from '../../src/server/http/caller.ts'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import {
  listOrders,
  ORDER_TABS,
  ORDER_GROUPS,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../src/features/orders/list-contract.ts'
import { placeOrder } from './place-order.ts'
import { ok } from './orders-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

let server: TestServer
let buyer: Client
const STATUSES: readonly OrderStatus[] = [
  'awaiting_payment',
  'awaiting_payment',
  'issued',
  'issued',
  'issued',
  'paid',
  'cancelled',
  'expired',
  'declined',
  'refunded',
  'under_review',
  'discarded',
]
beforeAll(async () => {
  server = await startServer()
  buyer = server.client()
  const holder = holderOf({ unique: uniqueKey(buyer.store) }) ?? ''
  for (const [i, status] of STATUSES.entries()) {
    const id = await placeOrder(server.deps, holder, i + 1)
    await server.deps.write((trx) =>
      trx
        .updateTable('orders')
        .set({ status, created_at: server.deps.clock() + i })
        .where('id', '=', id)
        .execute(),
    )
  }
  await placeOrder(server.deps, 'somebody-else', 99)
})
afterAll(() => server.close())

test('every state but deleted drafts belongs to one group', () => {
  const all = ORDER_TABS.flatMap((group) => ORDER_GROUPS[group] as readonly OrderStatus[])
  expect([...all].sort()).toEqual(ORDER_STATUSES.filter((it) => it !== 'discarded').sort())
})

test('counts are of all of the caller’s orders, whatever is shown', async () => {
  const { counts, orders } = ok(await buyer.request(listOrders, { group: 'to_pay', counts: true }))
  expect(counts).toEqual({ draft: 1, unfinished: 0, to_pay: 2, paid: 4, closed: 4 })
  expect(orders.map(({ status }) => status)).toEqual(['awaiting_payment', 'awaiting_payment'])
  expect(ok(await buyer.request(listOrders, {})).counts).toBeNull()
})

test('a group is paged by itself, newest first', async () => {
  const first = ok(await buyer.request(listOrders, { group: 'paid', limit: 3 }))
  const second = ok(await buyer.request(listOrders, { group: 'paid', limit: 3, before: first.orders.at(-1)?.id }))
  expect([first.more, second.more, [...first.orders, ...second.orders].map(({ status }) => status)]).toEqual([
    true,
    false,
    ['paid', 'issued', 'issued', 'issued'],
  ])
})

test('a single order is returned to its owner only', async () => {
  expect(ok(await buyer.request(listOrders, { id: 'YFO-260301-000003' })).orders.map(({ id }) => id)).toEqual([
    'YFO-260301-000003',
  ])
  expect(ok(await buyer.request(listOrders, { id: 'YFO-260301-000099' })).orders).toEqual([])
  expect(ok(await server.client().request(listOrders, { id: 'YFO-260301-000003' })).orders).toEqual([])
})
