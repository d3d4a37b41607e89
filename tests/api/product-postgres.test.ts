/** The product over PostgreSQL: the dialect always (PGlite), and what happens at once wherever a server can be had. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelOrder, reopenOrder, salesLog, saveOrder } from '../../src/features/orders/contract.ts'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { getPolicy, listPolicies, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { login, logout, me, sendCode } from '../../src/features/session/contract.ts'
import { KEYS } from '../../src/app/keys.ts'
import { openStore } from '../../src/server/db/database.ts'
import { memoryPostgres } from '../../src/server/db/dialects.testing.ts'
import { startServer, type TestServer } from './helpers.ts'
import { Buyer, ok, person, SELF, TRIP } from './orders-kit.ts'
import { atGateway, later, newKey, openShop, pay, payUrlOf, refundsOf } from './payments-shop.ts'
import { signedIn } from './people-kit.ts'
import { freshDatabase, postgresServer } from './stores.ts'

const MAIL = 'lin@example.com'
const times = <T>(count: number, run: (i: number) => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, (_, i) => run(i)))

/** From the code to the policy in hand, and money that goes back. */
async function journey(server: TestServer): Promise<void> {
  const client = await signedIn(server, MAIL)
  const buyer = new Buyer(server, client)
  await buyer.fill()
  await buyer.submit()
  const shop = { server, buyer: client, order: buyer.view.id }
  await atGateway(shop, await payUrlOf(shop), 'pay')
  await later(shop, 5_000)
  expect(ok(await client.request(payStatus, { order: shop.order })).order.status).toBe('issued')
  const list = ok(await client.request(listPolicies, { tab: 'pending_activation' }))
  expect(list.counts).toEqual({ valid: 0, pending_activation: 1, expired: 0 })
  const policy = ok(await client.request(getPolicy, { order: shop.order }))
  expect(policy.documents).toHaveLength(8)
  const pdf = ok(await client.blob(policyDocumentFile, { id: policy.id, kind: 'certificate', language: 'cn' }))
  expect((pdf as unknown as Blob).size).toBe(policy.documents.find((it) => it.kind === 'certificate' && it.lang === 'cn')?.size)
  expect(ok(await client.request(salesLog, { id: shop.order }))).toMatchObject({ intact: true })
  for (const table of ['events', 'sales_log'] as const) {
    await expect(server.deps.write((trx) => trx.deleteFrom(table).execute())).rejects.toThrow(/append only/)
  }
  const late = await openShop(server)
  await atGateway(late, await payUrlOf(late), 'pay', 'after_expiry')
  await later(late, 90 * 60_000)
  for (let i = 0; i < 6; i++) await later(late, 60_000)
  expect(await refundsOf(late)).toMatchObject([{ status: 'succeeded' }])
  const again = await signedIn(server, MAIL)
  const token = (JSON.parse(again.store.getItem(KEYS.token) ?? '{}') as { value: string }).value
  expect(ok(await again.request(logout, { token }))).toEqual({})
  expect(await again.request(me, {})).toMatchObject({ ok: false })
}

describe('in memory', () => {
  test('a policy is bought and money goes back', async () => {
    const server = await startServer({ store: await memoryPostgres() })
    await journey(server)
    await server.close()
  }, 120_000)
})

const postgres = await postgresServer()
afterAll(() => postgres?.stop())

describe.runIf(postgres)('on a server, at once', () => {
  let server: TestServer
  let url = ''
  beforeAll(async () => {
    const fresh = await freshDatabase(postgres?.url ?? '')
    url = fresh.url
    server = await startServer({ store: fresh.store })
  })
  afterAll(() => server.close())

  test('a policy is bought and money goes back', () => journey(server), 120_000)

  test('servers that start together bring one database to head', async () => {
    const fresh = await freshDatabase(postgres?.url ?? '')
    const all = await times(4, () => startServer({ store: openStore({ databaseUrl: fresh.url, dataDir: '' }) }))
    for (const one of all) await one.close()
    await fresh.store.close()
  })

  test('one code of many asked for at once is sent, and one login of many gets in', async () => {
    const clients = await times(8, async () => server.client())
    const sent = await times(8, (i) => clients[i]?.request(sendCode, { destination: 'many@example.com' }) ?? Promise.reject(new Error('none')))
    expect(sent.filter((it) => it.ok)).toHaveLength(1)
    await server.drain()
    const { code } = await server.deps.db.selectFrom('messages').select('code').where('to', '=', 'many@example.com').executeTakeFirstOrThrow()
    const tries = await times(8, (i) => server.client().request(login, { destination: 'many@example.com', code: i === 0 ? (code ?? '') : '000000', agreed: true }))
    expect(tries.filter((it) => it.ok).length).toBeLessThanOrEqual(1)
    const failures = await server.deps.db.selectFrom('login_failures').selectAll().execute()
    expect(failures.every((it) => it.failures <= 5)).toBe(true)
  })

  test('of many saves of one draft one is taken, and its record stays whole', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    const replies = await times(8, (i) => buyer.client.request(saveOrder, { ...buyer.at, people: { ...SELF, policyholder: person('2004-08-20', { institution: `School ${i}` }) } }))
    expect(replies.map((it) => (it.ok ? 'ok' : it.code)).sort()).toEqual([...Array<string>(7).fill('conflict'), 'ok'])
    const log = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
    expect([log.intact, log.entries.length]).toEqual([true, 2])
    const created = await times(6, () => buyer.create(TRIP, 'the-same-tap'))
    expect(new Set(created.map((it) => it.id)).size).toBe(1)
  })

  test('an order has one payment, however many start it; it is not reopened under one', async () => {
    const shop = await openShop(server)
    const key = newKey()
    const [started] = await Promise.all([
      times(8, (i) => shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: i < 4 ? key : newKey() })),
      times(2, () => shop.buyer.request(reopenOrder, { id: shop.order, version: 1 })),
      shop.buyer.request(cancelOrder, { id: shop.order, version: 1 }),
    ])
    expect(new Set(started.flatMap((it) => (it.ok ? it.data.payment?.id ?? [] : []))).size).toBeLessThanOrEqual(1)
    expect(started.flatMap((it) => (it.ok ? [] : String(it.code))).every((code) => ['cancelled', 'not_submitted', 'gateway'].includes(code))).toBe(true)
    const rows = await server.deps.db.selectFrom('payments').select('status').where('order_id', '=', shop.order).execute()
    expect(rows.length).toBeLessThanOrEqual(1)
    const { status } = await server.deps.db.selectFrom('orders').select('status').where('id', '=', shop.order).executeTakeFirstOrThrow()
    if (status === 'created') expect(rows).toEqual([])
  })

  test('a database that hangs up on everybody is called again', async () => {
    const shop = await openShop(server)
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
    await client.end()
    await expect.poll(() => pay(shop).then(() => 'paid', () => 'not yet'), { timeout: 10_000 }).toBe('paid')
  })
})
