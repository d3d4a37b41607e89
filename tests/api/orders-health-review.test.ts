/** The review of health answers by the insurer, before payment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { cancelOrder, getOrder, listOrders, reopenOrder, salesLog } from '../../src/features/orders/contract.ts'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { commandOutput } from './operator-commands.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, messages, ok, person, refusal, SELF } from './orders-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const operator = (...argv: string[]) => commandOutput(server.deps, orderCommands, argv)
const orderRow = (id: string) =>
  server.deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('health review', () => {
  const yes = { q3: 'Asthma, since 2019, inhaler, well now' }
  test('a yes waits for a person; passed, it comes back and is paid as it is', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-02-02') }, yes)
    expect(await buyer.submit()).toMatchObject({
      status: 'under_review',
      review: { status: 'waiting' },
      expiresAt: null,
    })
    const { id } = buyer.view
    expect((await operator('orders', 'review', 'list')).said).toContain(`${id}  global-study standard`)
    expect((await operator('orders', 'review', 'show', id, '--by', 'mei', '--why', 'my case')).said).toContain(
      'q3: Asthma',
    )
    expect(await operator('orders', 'review', 'pass', id)).toMatchObject({ code: 1 })
    expect(await operator('orders', 'review', 'pass', id, '--by', 'chen', '--why', 'Well controlled')).toMatchObject({
      code: 0,
    })
    expect(await operator('orders', 'review', 'pass', id, '--by', 'chen', '--why', 'Again')).toMatchObject({
      code: 1,
      said: expect.stringContaining('created') as string,
    })
    await server.drain()
    expect((await messages(server))[0]?.text).toContain('Well controlled')
    buyer.order = ok(await buyer.client.request(getOrder, { id }))
    expect(buyer.view).toMatchObject({
      status: 'created',
      open: 'check',
      review: { status: 'passed' },
      needsReview: false,
    })
    expect((await buyer.submit()).status).toBe('awaiting_payment')
    const event = await server.deps.db
      .selectFrom('events')
      .selectAll()
      .where('entity_id', '=', id)
      .where('by', '=', 'operator:chen')
      .executeTakeFirst()
    expect(event).toMatchObject({ from_status: 'under_review', to_status: 'created', why: 'Well controlled' })
  })
  test('a passed review is about that person: another one is reviewed again', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-02-03') }, yes)
    await buyer.submit()
    await operator('orders', 'review', 'pass', buyer.view.id, '--by', 'chen', '--why', 'Fine')
    buyer.order = ok(await buyer.client.request(getOrder, { id: buyer.view.id }))
    await buyer.save({ people: { ...SELF, policyholder: person('2000-02-04') } })
    expect(buyer.view).toMatchObject({ open: 'health', needsReview: true })
    await buyer.answer(yes)
    expect((await buyer.submit()).status).toBe('under_review')
  })
  test('declined, it ends, and the buyer reads why', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-02-05') }, yes)
    await buyer.submit()
    await operator('orders', 'review', 'decline', buyer.view.id, '--by', 'chen', '--why', 'Surgery is planned')
    await server.drain()
    expect((await messages(server))[0]?.text).toContain('Surgery is planned')
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id }))).toMatchObject({
      status: 'declined',
      review: { why: 'Surgery is planned' },
    })
    expect(refusal(await buyer.client.request(reopenOrder, buyer.at))).toBe('not_reopenable')
  })
  test('passed, the list and the payment address say so to its owner, until it is submitted; nobody else learns of it', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-02-07') }, yes)
    const { id } = buyer.view
    const listed = async () => ok(await buyer.client.request(listOrders, { id })).orders[0]
    expect(await listed()).toMatchObject({ status: 'created', accepted: false })
    expect(refusal(await buyer.client.request(payStatus, { order: id }))).toBe('not_submitted')
    await buyer.submit()
    expect(await listed()).toMatchObject({ status: 'under_review', accepted: false })
    await operator('orders', 'review', 'pass', id, '--by', 'chen', '--why', 'Fine')
    expect(await listed()).toMatchObject({ status: 'created', accepted: true })
    expect(refusal(await buyer.client.request(payStatus, { order: id }))).toBe('accepted')
    expect(
      refusal(await buyer.client.request(payCreate, { order: id, method: 'wechat', key: crypto.randomUUID() })),
    ).toBe('accepted')
    expect(refusal(await server.client().request(payStatus, { order: id }))).toBe('not_found')
    buyer.order = ok(await buyer.client.request(getOrder, { id }))
    await buyer.submit()
    expect(await listed()).toMatchObject({ status: 'awaiting_payment', accepted: false })
  })
  test('its buyer may withdraw the application meanwhile: no review of it counts then', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2000-02-08') }, yes)
    await buyer.submit()
    const { id } = buyer.view
    expect(refusal(await server.client().request(cancelOrder, buyer.at))).toBe('not_found')
    expect(ok(await buyer.client.request(cancelOrder, buyer.at))).toMatchObject({ status: 'cancelled' })
    for (const act of ['show', 'pass', 'decline'])
      expect(await operator('orders', 'review', act, id, '--by', 'chen', '--why', 'Late')).toMatchObject({ code: 1 })
    expect((await operator('orders', 'review', 'list')).said).not.toContain(id)
    expect((await orderRow(id)).status).toBe('cancelled')
    await server.drain()
    expect((await messages(server))[0]).toMatchObject({
      text: expect.stringContaining(`You cancelled order ${id}`) as string,
    })
    expect(
      ok(await buyer.client.request(salesLog, { id }))
        .entries.map(({ kind }) => kind)
        .slice(-2),
    ).toEqual(['under_review', 'cancelled'])
    expect(ok(await buyer.client.request(payStatus, { order: id })).order).toMatchObject({ standing: 'cancelled' })
  })
  test('wants words for a yes', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    await buyer.readFirst()
    await buyer.save({ people: { ...SELF, policyholder: person('2000-02-06') } })
    const answers = Object.fromEntries(buyer.view.questions.map((question) => [question, 'yes' as const]))
    await buyer.save({ health: { answers, details: { q1: 'Appendix, 2025' } } })
    await expect(buyer.read('health')).rejects.toThrow(/detail_required/)
  })
})
