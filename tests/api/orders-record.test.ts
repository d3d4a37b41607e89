import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { getOrder, salesLog } from '../../src/features/orders/contract.ts'
import { startIssuing, markIssued, markPaid, orderFacts } from '../../src/features/orders/server/sold-order.ts'
import { ALGORITHM, hashEntry } from '../../src/features/orders/server/sales-record/sales-log-hash-chain.ts'
import { dialect } from '../stores/open.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, idOf, ok, person, refusal, SELF } from './orders-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const orderRow = (id: string) =>
  server.deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('the sales record (design §6.11)', () => {
  test('holds every page and act of the buyer, in order, and is the buyer’s to download', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-01-01') })
    await buyer.submit()
    const log = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
    expect(log).toMatchObject({ intact: true, algorithm: ALGORITHM })
    expect(
      log.entries.map(({ kind, data }) =>
        kind === 'read' && typeof data['page'] === 'string' ? `read ${data['page']}` : kind,
      ),
    ).toEqual([
      'created',
      'read enter',
      'read before-you-buy',
      'read terms',
      'read not-covered',
      'read sensitive-data',
      'changed',
      'changed',
      'read health',
      'changed',
      'submitted',
    ])
    const health = log.entries.find(({ data }) => data['page'] === 'health')
    expect(health?.data).toMatchObject({ lang: 'en', answers: { q1: 'no', q12: 'no' } })
    for (const { prevHash, hash, ...entry } of log.entries)
      expect(hashEntry({ order: log.order, prevHash, ...entry })).toBe(hash)
    const text = JSON.stringify(log)
    for (const secret of ['林晓', 'lin@example.com', idOf('2000-01-01', 'female')]) expect(text).not.toContain(secret)
    expect(refusal(await server.client().request(salesLog, { id: buyer.view.id }))).toBe('not_found')
  })
  test('cannot be changed through the database, and lies sealed in it', async () => {
    const rows = await server.deps.db.selectFrom('sales_log').selectAll().execute()
    expect(rows.every(({ data }) => data.startsWith('v2.'))).toBe(true)
    await expect(server.deps.write((trx) => trx.updateTable('sales_log').set({ kind: 'x' }).execute())).rejects.toThrow(
      /append only/,
    )
    await expect(server.deps.write((trx) => trx.deleteFrom('sales_log').execute())).rejects.toThrow(/append only/)
  })
})

describe('tampering by someone who owns the database', () => {
  let id: string
  let own: TestServer
  beforeEach(async () => {
    own = await startServer()
    const buyer = new Buyer(own)
    await buyer.create()
    await buyer.readFirst()
    id = buyer.view.id
    await own.deps.write(async (trx) => {
      const guards =
        dialect === 'sqlite'
          ? ['sales_log_no_update', 'sales_log_no_delete']
          : ['sales_log_append_only on sales_log', 'sales_log_no_delete on sales_log']
      for (const guard of guards) await sql`drop trigger ${sql.raw(guard)}`.execute(trx)
    })
    return () => own.close()
  })
  const verify = async (): Promise<string> => {
    const { code, said } = await commandOutput(own.deps, orderCommands, ['sales-log', 'verify'])
    return `${code} ${said}`
  }
  const entry = (seq: number) =>
    own.deps.db
      .selectFrom('sales_log')
      .selectAll()
      .where('order_id', '=', id)
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow()

  test('nothing done: intact', async () => {
    expect(await verify()).toBe('0 1 record intact')
  })
  test('changed', async () => {
    await own.deps.write((trx) => trx.updateTable('sales_log').set({ at: 1 }).where('seq', '=', 3).execute())
    expect(await verify()).toContain(`1 ${id} BROKEN at entry 3`)
  })
  test('changed, with its hash made to fit', async () => {
    const third = await entry(3)
    const forged = hashEntry({ order: id, seq: 3, at: 1, kind: third.kind, data: {}, prevHash: third.prev_hash })
    const data = own.deps.seal.seal('sales_log.data', {})
    await own.deps.write((trx) =>
      trx.updateTable('sales_log').set({ at: 1, data, hash: forged }).where('seq', '=', 3).execute(),
    )
    expect(await verify()).toContain('BROKEN at entry 4')
  })
  test('sealed contents of one entry put into another', async () => {
    const { data } = await entry(2)
    await own.deps.write((trx) => trx.updateTable('sales_log').set({ data }).where('seq', '=', 3).execute())
    expect(await verify()).toContain('BROKEN at entry 3')
  })
  test('removed from the middle, from the end, and altogether', async () => {
    await own.deps.write((trx) => trx.deleteFrom('sales_log').where('seq', '=', 5).execute())
    expect(await verify()).toContain('cut off or added')
    await own.deps.write((trx) => trx.deleteFrom('sales_log').where('seq', '=', 2).execute())
    expect(await verify()).toContain('BROKEN at entry 3')
    await own.deps.write((trx) => trx.deleteFrom('sales_log').execute())
    expect(await verify()).toContain('BROKEN at entry 0')
    await own.deps.write((trx) => trx.deleteFrom('sales_heads').execute())
    expect(await verify()).toContain('BROKEN at entry 0')
  })
  test('reordered', async () => {
    await own.deps.write(async (trx) => {
      for (const [from, to] of [
        [2, 99],
        [3, 2],
        [99, 3],
      ] as const)
        await trx.updateTable('sales_log').set({ seq: to }).where('seq', '=', from).execute()
    })
    expect(await verify()).toContain('BROKEN at entry 2')
  })
  test('appended with a fitting chain, the head moved along', async () => {
    const last = await entry(5)
    const added = { order: id, seq: 6, at: 9, kind: 'submitted', data: {}, prevHash: last.hash }
    const hash = hashEntry(added)
    await own.deps.write(async (trx) => {
      await trx
        .insertInto('sales_log')
        .values({
          order_id: id,
          seq: 6,
          at: 9,
          kind: 'submitted',
          data: own.deps.seal.seal('sales_log.data', {}),
          prev_hash: last.hash,
          hash,
        })
        .execute()
      await trx.updateTable('sales_heads').set({ seq: 6, hash }).execute()
    })
    expect(await verify()).toContain('cut off or added')
  })
})

describe('paying and issuing', () => {
  test('takes one payment, queues the policy once, and tells the record', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-03-03') })
    await buyer.submit()
    const { id } = buyer.view
    const facts = orderFacts(server.deps, await orderRow(id))
    expect(facts).toMatchObject({
      premium: { amount: 12 * 34_000 },
      persons: [
        {
          relationship: 'self',
          deathBenefitSum: 300_000,
          premium: { amount: 12 * 34_000 },
          insured: { idName: '林晓' },
        },
      ],
    })
    const at = server.deps.clock()
    const pay = (paymentId: string) => server.deps.write((trx) => markPaid(trx, { orderId: id, paymentId, at }))
    expect([await pay('p1'), await pay('p1'), await pay('p2')]).toEqual(['paid', 'paid', 'already'])
    const jobs = await server.deps.db
      .selectFrom('jobs')
      .selectAll()
      .where('dedupe_key', '=', `policy.issue:${id}`)
      .execute()
    expect(jobs).toHaveLength(1)
    await server.deps.write((trx) => startIssuing(trx, id, at))
    await server.deps.write((trx) => startIssuing(trx, id, at))
    await server.deps.write((trx) => markIssued(trx, id, 'policy-1', at))
    await server.deps.write((trx) => trx.deleteFrom('jobs').where('kind', '=', 'policy.issue').execute())
    await server.drain()
    const log = ok(await buyer.client.request(salesLog, { id }))
    expect(log.intact).toBe(true)
    expect(log.entries.map(({ kind }) => kind).slice(-2)).toEqual(['paid', 'issued'])
    expect(ok(await buyer.client.request(getOrder, { id }))).toMatchObject({
      status: 'issued',
      policyId: 'policy-1',
      paymentId: 'p1',
    })
  })
  test('a payment for a closed order is sent back', async () => {
    expect(
      await server.deps.write((trx) => markPaid(trx, { orderId: 'YFO-260301-000000', paymentId: 'p', at: 1 })),
    ).toBe('dead')
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-03-04') })
    await buyer.submit()
    server.advance(91 * 60_000)
    await server.drain()
    expect(
      await server.deps.write((trx) =>
        markPaid(trx, { orderId: buyer.view.id, paymentId: 'late', at: server.deps.clock() }),
      ),
    ).toBe('dead')
  })
})
