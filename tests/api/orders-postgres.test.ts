import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder, listOrders, reopenOrder, salesLog } from '../../src/features/orders/contract.ts'
import { memoryPostgres } from '../../src/server/db/dialects.testing.ts'
import { startServer, type TestServer } from './helpers.ts'
import { Buyer, ok, person, SELF, TRIP } from './orders-kit.ts'

let server: TestServer
beforeAll(async () => { server = await startServer({ store: await memoryPostgres() }) })
afterAll(() => server.close())

test('an order is bought, reopened, sent again and closed on PostgreSQL as on SQLite', async () => {
  const buyer = new Buyer(server)
  await buyer.fill()
  await buyer.submit()
  buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
  expect((await buyer.submit()).status).toBe('awaiting_payment')
  const second = new Buyer(server, buyer.client)
  await second.create({ ...TRIP, start: '2026-04-01' }, 'second-order')
  await second.save({ people: SELF })
  expect(second.view.duplicates).toHaveLength(1)
  server.advance(90 * 60_000)
  await server.drain()
  expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('expired')
  const log = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
  expect(log).toMatchObject({ intact: true })
  expect(log.entries.at(-1)?.kind).toBe('expired')
  const list = ok(await buyer.client.request(listOrders, { limit: 1 }))
  expect(ok(await buyer.client.request(listOrders, { before: list.orders[0]?.id })).orders).toHaveLength(1)
})

test('the record is append-only there too', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  await buyer.save({ people: { ...SELF, policyholder: person('2001-01-02') } })
  await expect(server.deps.write((trx) => trx.deleteFrom('sales_log').execute())).rejects.toThrow(/append only/)
})
