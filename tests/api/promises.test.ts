/** The privacy policy's statements about retention and access (content/legal), tested with a moved clock. */
import { afterEach, describe, expect, test } from 'vitest'
import { cancelOrder, getOrder, listOrders } from '../../src/features/orders/contract.ts'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { readRecord, recordedOrders } from '../../src/features/orders/server/sales-record/write-sales-log.ts'
import { MESSAGE_JOB_KINDS } from '../../src/server/messages/message-jobs.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type StartOptions, type TestServer } from './start-server.ts'
import { Buyer, ok, SELF, TRIP } from './orders-fixtures.ts'
import { atGateway, advanceAndDrain, payUrlOf } from './payments-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const DAY = 86_400_000
let server: TestServer
const start = async (options: StartOptions = {}): Promise<TestServer> => (server = await startServer(options))
afterEach(() => server.close())

const count = async (
  table: 'orders' | 'sales_log' | 'sales_heads' | 'consents' | 'messages' | 'sessions' | 'login_codes' | 'login_sends',
): Promise<number> =>
  Number(
    (
      await server.deps.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
const purges = async (): Promise<string[]> =>
  (await server.deps.db.selectFrom('events').select('entity_id').where('to_status', '=', 'purged').execute()).map(
    (it) => it.entity_id,
  )

async function pass(days: number): Promise<void> {
  server.advance(days * DAY)
  await server.drain()
}

describe('applications', () => {
  test('an abandoned one is deleted after a year with its record; one that became a policy is kept', async () => {
    await start()
    const left = new Buyer(server)
    await left.fillIn()
    await server.drain()
    const bought = new Buyer(server, server.client())
    await bought.fillIn()
    await bought.submit()
    const shop = { server, buyer: bought.client, order: bought.view.id }
    await atGateway(shop, await payUrlOf(shop), 'pay')
    await advanceAndDrain(shop, 5_000)
    await pass(364)
    expect(await server.deps.db.selectFrom('orders').select('status').where('id', '=', left.view.id).execute()).toEqual(
      [{ status: 'created' }],
    )
    await pass(2)
    expect(await left.client.request(getOrder, { id: left.view.id })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await purges()).toEqual([left.view.id])
    expect(
      await server.deps.db.selectFrom('sales_log').select('seq').where('order_id', '=', left.view.id).execute(),
    ).toEqual([])
    expect((await readRecord(server.deps, shop.order)).verdict.intact).toBe(true)
    await expect(server.deps.write((trx) => trx.deleteFrom('sales_log').execute())).rejects.toThrow(/append only/)
    expect(await Array.fromAsync(recordedOrders(server.deps))).toEqual([shop.order])
    // Who answered what, and that it was reviewed, are gone as well.
    const events = server.deps.db.selectFrom('events').select('to_status').where('entity_id', '=', left.view.id)
    expect(await events.execute()).toEqual([{ to_status: 'purged' }])
  })

  test('a discarded one is deleted the day after', async () => {
    await start()
    const buyer = new Buyer(server)
    await buyer.create()
    await buyer.save({ people: SELF })
    ok(await buyer.client.request(cancelOrder, buyer.at))
    await server.drain()
    await pass(2)
    expect([await count('orders'), await count('sales_log'), await count('sales_heads')]).toEqual([0, 0, 0])
  })
})

test('a refunded one is kept for the accounts, without its people', async () => {
  await start()
  const buyer = new Buyer(server)
  await buyer.fillIn()
  await buyer.submit()
  const shop = { server, buyer: buyer.client, order: buyer.view.id }
  await atGateway(shop, await payUrlOf(shop), 'pay', 'after_expiry')
  await advanceAndDrain(shop, 90 * 60_000)
  for (let i = 0; i < 6; i++) await advanceAndDrain(shop, 60_000)
  await pass(366)
  await pass(366)
  expect(await purges()).toEqual([shop.order])
  const row = await server.deps.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    status: 'expired',
    holder: null,
    buyer_email_mac: null,
    insured_id_mac: null,
    review: null,
  })
  expect(ok(await buyer.client.request(listOrders, {})).orders).toEqual([])
})

test('a record that somebody removed from the database is reported as missing', async () => {
  await start()
  const buyer = new Buyer(server)
  await buyer.create()
  await server.deps.write(async (trx) => {
    await trx.deleteFrom('sales_heads').execute()
    await trx.deleteFrom('orders').execute()
  })
  expect(await Array.fromAsync(recordedOrders(server.deps))).toEqual([buyer.view.id])
})

test('codes, send histories, sessions and messages are deleted after their period', async () => {
  await start()
  await logInAs(server, 'lin@example.com')
  const letters = () =>
    server.deps.db.selectFrom('jobs').select(['payload', 'done_at']).where('kind', 'in', MESSAGE_JOB_KINDS).execute()
  expect((await letters())[0]?.payload).toContain('sealed')
  await pass(2)
  expect([await count('login_codes'), await count('login_sends')]).toEqual([0, 0])
  expect((await letters()).map((it) => it.payload)).toEqual(['{}'])
  expect([await count('messages'), await count('sessions')]).toEqual([1, 1])
  await pass(31)
  expect([await count('messages'), (await letters()).length]).toEqual([0, 0])
  await pass(180)
  expect(await count('sessions')).toBe(0)
})

test('opening health answers needs a name and a reason, which are kept', async () => {
  await start()
  const buyer = new Buyer(server)
  await buyer.create(TRIP)
  await buyer.fillIn(SELF, { [buyer.view.questions[2] ?? 'q3']: 'Asthma' })
  await buyer.submit()
  const { id } = buyer.view
  const operator = (...argv: string[]) => commandOutput(server.deps, orderCommands, argv)
  expect((await operator('orders', 'review', 'list')).said).not.toContain('Asthma')
  expect(await operator('orders', 'review', 'show', id)).toMatchObject({
    code: 1,
    said: expect.not.stringContaining('Asthma'),
  })
  expect(await operator('orders', 'review', 'show', id, '--by', 'mei', '--why', 'case of today')).toMatchObject({
    code: 0,
    said: expect.stringContaining('Asthma'),
  })
  const looks = await server.deps.db.selectFrom('events').selectAll().where('to_status', '=', 'looked_at').execute()
  expect(looks).toMatchObject([{ entity_id: id, by: 'operator:mei', why: 'case of today', at: server.deps.clock() }])
})
