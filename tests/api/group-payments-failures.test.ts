/**
 * One application of a paid list that cannot be credited: all others continue, it is listed, and it is credited once
 * after the repair.
 */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { OrderStatus } from '../../src/features/orders/contract.ts'
import { writeEvent } from '../../src/server/transition.ts'
import { ACTING, campaignFeatures, type TestCampaign } from './collection-fixtures.ts'
import { closedList, group, placeStudents, School, schoolCampaign, settled } from './group-fixtures.ts'
import { refuseToIssue } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
let campaign: TestCampaign
beforeEach(async () => {
  server = await startServer({ features: campaignFeatures })
  campaign = await schoolCampaign(server)
})
afterEach(() => server.close())

/**
 * Makes every event of this application fail in the database, until `mend`. The drivers of both databases then end the
 * transaction.
 */
async function spoil(id: string): Promise<() => Promise<void>> {
  const { clock, write } = server.deps
  await write((trx) =>
    writeEvent(trx, {
      entity: 'order',
      entity_id: id,
      at: clock(),
      by: 'test',
      from_status: 'awaiting_payment',
      to_status: 'looked_at',
      why: null,
      data: null,
    }),
  )
  await write((trx) =>
    sql`create unique index spoilt on events (entity_id) where entity_id = ${sql.lit(id)}`.execute(trx),
  )
  return () => write(async (trx) => void (await sql`drop index spoilt`.execute(trx)))
}
const count = async (status: OrderStatus): Promise<number> =>
  (await server.deps.db.selectFrom('orders').select('id').where('status', '=', status).execute()).length
const failing = async (): Promise<unknown> => (await server.deps.health.figures())['groupStudentsFailing']

test('one that cannot be credited stops nobody else, is listed with its error, and is credited once when it is mended', async () => {
  const students = await placeStudents(server, campaign, 60)
  const poisoned = students[30] ?? ''
  const { number, link } = await closedList(server, campaign)
  const mend = await spoil(poisoned)
  const school = new School(server, link)
  await school.pay()
  expect([await count('issued'), await count('awaiting_payment')]).toEqual([59, 1])
  expect(await failing()).toBe(1)
  const listed = (await group(server, 'failing')).said
  expect(listed).toMatch(new RegExp(`^${number}  ${poisoned}  held  attempts [2-9].*(SQLITE_CONSTRAINT|23505)`))
  expect(listed.split('\n')).toHaveLength(1)
  expect((await group(server, 'list')).said).toContain('1 failing')
  expect((await school.sees()).status).toBe('paid')
  // Only the crediting failed: no job waits for a person.
  expect(
    await server.deps.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'group_payment.credit')
      .where('last_error', 'is not', null)
      .execute(),
  ).toEqual([])

  await mend()
  expect((await group(server, 'retry', number, ...ACTING)).said).toContain('1 application')
  await settled(server)
  await settled(server)
  expect(await count('issued')).toBe(60)
  const events = await server.deps.db
    .selectFrom('events')
    .select('to_status')
    .where('entity', '=', 'order')
    .where('entity_id', '=', poisoned)
    .execute()
  for (const state of ['paid', 'issued']) expect(events.filter((it) => it.to_status === state)).toHaveLength(1)
  expect([await failing(), (await group(server, 'failing')).said]).toEqual([0, 'Nothing fails.'])
  expect(await school.sees()).toMatchObject({ status: 'done', states: { insured: 60 } })
  expect(school.gateway.given()).toBe(0)
})

test('it is tried again by itself, later each time', async () => {
  const [poisoned = ''] = await placeStudents(server, campaign, 2)
  const { link } = await closedList(server, campaign)
  const mend = await spoil(poisoned)
  await new School(server, link).pay()
  const row = () =>
    server.deps.db
      .selectFrom('group_payment_orders')
      .selectAll()
      .where('order_id', '=', poisoned)
      .executeTakeFirstOrThrow()
  const waits: number[] = []
  for (let i = 0; i < 8; i++) {
    const { retry_at: at } = await row()
    waits.push(Number(at) - server.deps.clock())
    server.advance(Math.max(0, Number(at) - server.deps.clock()) + 31_000)
    await server.drain()
  }
  expect(waits.at(-1)).toBeGreaterThan((waits[0] ?? 0) * 8)
  await mend()
  server.advance(Number((await row()).retry_at) - server.deps.clock() + 31_000)
  await settled(server)
  expect(await count('issued')).toBe(2)
  expect(await row()).toMatchObject({ state: 'credited', failures: null, last_error: null, retry_at: null })
})

test('a part that cannot be given back stops no other part, and is given back once when it is mended', async () => {
  const [first = '', second = ''] = await placeStudents(server, campaign, 3)
  refuseToIssue(server.deps, first, second)
  const { link } = await closedList(server, campaign)
  const school = new School(server, link)
  const id = await school.begin()
  school.gateway.happen(id, 'paid')
  await school.told(id)
  const ask = (sum: number) =>
    server.deps.write((trx) =>
      trx.updateTable('group_payment_orders').where('order_id', '=', first).set({ amount_minor: sum }).execute(),
    )
  const { amount_minor: amount } = await server.deps.db
    .selectFrom('group_payment_orders')
    .select('amount_minor')
    .where('order_id', '=', first)
    .executeTakeFirstOrThrow()
  // More than was paid can never be refunded.
  await ask(99_000_000)
  await settled(server)
  expect([await count('issued'), await count('refunded'), await count('issue_failed')]).toEqual([1, 1, 1])
  expect((await group(server, 'failing')).said).toContain(`${first}  credited  attempts`)
  await ask(amount)
  expect(
    (
      await group(
        server,
        'retry',
        (await server.deps.db.selectFrom('group_payments').select('id').executeTakeFirstOrThrow()).id,
        ...ACTING,
      )
    ).code,
  ).toBe(0)
  await settled(server)
  await settled(server)
  expect([await count('refunded'), await failing()]).toEqual([2, 0])
  expect(school.gateway.taken() - school.gateway.given()).toBe(
    Number(
      (
        await server.deps.db
          .selectFrom('orders')
          .select('premium_minor')
          .where('status', '=', 'issued')
          .executeTakeFirstOrThrow()
      ).premium_minor,
    ),
  )
})
