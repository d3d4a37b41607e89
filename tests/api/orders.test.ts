import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cancelOrder,
  createOrder,
  getOrder,
  listOrders,
  orderText,
  quoteOrder,
  readPage,
  reopenOrder,
  salesLog,
  saveOrder,
  submitOrder,
} from '../../src/features/orders/contract.ts'
import { payClose, payCreate } from '../../src/features/cashier/contract.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, idOf, messages, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('a draft', () => {
  test('is one order however often it is asked for', async () => {
    const { client } = new Buyer(server)
    const [a, b] = await Promise.all([1, 2].map(() => client.request(createOrder, { trip: TRIP, key: 'same-key-1' })))
    if (!a || !b) throw new Error('two replies')
    expect(ok(a).id).toBe(ok(b).id)
    expect(ok(a).id).toMatch(/^YFO-260301-[0-9A-HJKMNP-TV-Z]{6}$/)
    expect(ok(await client.request(createOrder, { trip: TRIP, key: 'other-key-2' })).id).not.toBe(ok(a).id)
  })
  test('knows its price from the date of birth that the price was asked for with', async () => {
    const { client } = new Buyer(server)
    const order = ok(await client.request(createOrder, { trip: TRIP, birthDate: '2005-05-05', key: 'with-birth-date' }))
    expect(order.answers.people.insured.birthDate).toBe('2005-05-05')
    expect(order.answers.people.pricedBirthDate, 'so that an ID number that says another one is noticed').toBe(
      '2005-05-05',
    )
    expect(order.premium?.amount).toBeGreaterThan(0)
  })
  test('is only of plans sold here', async () => {
    const { client } = new Buyer(server)
    expect(refusal(await client.request(createOrder, { trip: { ...TRIP, plan: 'no-such' }, key: 'unknown-1' }))).toBe(
      'plan_unknown',
    )
    expect(refusal(await client.request(createOrder, { trip: { ...TRIP, plan: 'au-oshc' }, key: 'overseas-1' }))).toBe(
      'not_online',
    )
  })
  test('belongs to its device: another cannot tell it from one that does not exist', async () => {
    const buyer = new Buyer(server)
    const { id, version } = await buyer.create()
    const stranger = server.client()
    const all = [
      await stranger.request(getOrder, { id }),
      await stranger.request(saveOrder, { id, version, trip: TRIP }),
      await stranger.request(cancelOrder, { id, version }),
      await stranger.request(orderText, { id, page: 'enter' }),
      await stranger.request(submitOrder, { id, version, premium: 0, sha256: 'a'.repeat(64), openedAt: 0 }),
      await stranger.request(getOrder, { id: 'YFO-260301-000000' }),
    ]
    expect(all.map(refusal)).toEqual(all.map(() => 'not_found'))
    expect(ok(await stranger.request(listOrders, {})).orders).toEqual([])
  })
  test('saves incomplete, priced by the server as soon as it can be', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, tier: '', start: '', end: '' })
    expect(buyer.view).toMatchObject({ premium: null, priceError: null, open: 'enter' })
    await buyer.save({ people: { ...SELF, policyholder: { ...SELF.policyholder, idNumber: '1101' } }, trip: TRIP })
    expect(buyer.view.premium).toEqual({ amount: 12 * 29_000, currency: 'CNY' })
    expect(buyer.view.peopleErrors).toEqual({ 'people.policyholder.idNumber': 'id_length' })
    expect(buyer.view.answers.people.policyholder.idNumber).toBe('1101')
  })
  test('refuses a stale version and says which one stands', async () => {
    const buyer = new Buyer(server)
    const { id, version } = await buyer.create()
    const replies = await Promise.all(
      ['de', 'jp'].map((destination) =>
        buyer.client.request(saveOrder, { id, version, trip: { ...TRIP, destination } }),
      ),
    )
    expect(replies.map(refusal).sort()).toEqual(['conflict', 'ok'])
    expect(replies.find((reply) => !reply.ok)).toMatchObject({ extra: { version: version + 1 } })
  })
  test('quotes without saving', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    const quoted = ok(
      await buyer.client.request(quoteOrder, {
        id: buyer.view.id,
        trip: { ...TRIP, tier: 'basic' },
        birthDate: '2004-08-20',
      }),
    )
    expect(quoted.premium).toEqual({ amount: 12 * 18_000, currency: 'CNY' })
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).answers.trip.tier).toBe('standard')
  })
})

describe('pages', () => {
  test('are confirmed in order, with the text that stands', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    const text = ok(await buyer.client.request(orderText, { id: buyer.view.id, page: 'terms' }))
    const early = await buyer.client.request(readPage, { ...buyer.at, page: 'terms', sha256: text.sha256, openedAt: 0 })
    expect(early).toMatchObject({ code: 'read_order', extra: { page: 'enter' } })
    const stale = await buyer.client.request(readPage, {
      ...buyer.at,
      page: 'enter',
      sha256: 'a'.repeat(64),
      openedAt: 0,
    })
    expect(refusal(stale)).toBe('text_changed')
    await buyer.readFirst()
    expect(buyer.view).toMatchObject({ open: 'people', done: ['enter', 'before-you-buy', 'terms', 'not-covered'] })
  })
  test('name the plan and list every exclusion with its clause', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    const page = ok(await buyer.client.request(orderText, { id: buyer.view.id, page: 'not-covered' }))
    expect(page.lead).toContain('Global Study')
    expect(page.sections.filter(({ id }) => /^c\d+-\d+$/.test(id)).length).toBeGreaterThan(5)
    expect(JSON.stringify(page)).not.toContain('{{')
    const cn = server.client({ lang: 'cn', store: buyer.client.store })
    expect(ok(await cn.request(orderText, { id: buyer.view.id, page: 'enter' })).title).toMatch(/\p{Script=Han}/u)
  })
  test('are to be read again for another tier where they say something else, and only there', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn()
    expect(buyer.view.open).toBe('check')
    await buyer.save({ trip: { ...TRIP, tier: 'basic' } })
    expect(buyer.view.open).toBe('before-you-buy')
    // The prompt and the policy terms are the same text for all tiers, and the health questions are the same.
    expect(buyer.view.stale).toEqual(['before-you-buy', 'not-covered'].map((page) => ({ page, tier: 'standard' })))
    const { id } = buyer.view
    const texts = await Promise.all(
      ['standard', 'basic', undefined].map(
        async (tier) =>
          ok(await buyer.client.request(orderText, { id, page: 'before-you-buy', ...(tier ? { tier } : {}) })).sha256,
      ),
    )
    expect(texts[2]).toBe(texts[1])
    expect(texts[2]).not.toBe(texts[0])
    for (const page of ['before-you-buy', 'not-covered'] as const) await buyer.read(page, 'differences')
    expect([buyer.view.open, buyer.view.stale]).toEqual(['check', []])
    const entries = ok(await buyer.client.request(salesLog, { id })).entries.filter(
      ({ kind, data }) => kind === 'read' && data['page'] === 'before-you-buy',
    )
    expect(entries.map(({ data }) => [data['tier'], data['shown']])).toEqual([
      ['standard', 'whole'],
      ['basic', 'differences'],
    ])
    await buyer.save({ trip: TRIP })
    expect(buyer.view.stale.map(({ tier }) => tier)).toEqual(['basic', 'basic'])
  })
  test('ask only the health questions of the plan and person', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, plan: 'short-camp', tier: '', end: '2026-03-20' })
    await buyer.save({
      people: { ...SELF, policyholder: person('2004-08-20', { gender: 'male', idNumber: idOf('2004-08-20', 'male') }) },
    })
    expect(buyer.view.questions).toEqual(['q1', 'q3', 'q8', 'q12'])
  })
})

describe('submitting', () => {
  test('gives an order to pay in 90 minutes, and the same one when it is sent twice', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn()
    await buyer.tick()
    const sha256 = await buyer.tick()
    const replies = await Promise.all([1, 2].map(() => buyer.trySubmit({ sha256 })))
    expect(replies.map(refusal).sort()).toEqual(['not_editable', 'ok'])
    const view = ok(await buyer.client.request(getOrder, { id: buyer.view.id }))
    expect(view).toMatchObject({ status: 'awaiting_payment', open: 'pay', premium: { amount: 348_000 } })
    // The promise is 90 minutes from sending, and what is shown is what the gateway keeps to.
    expect(view.expiresAt).toBe(server.deps.clock() + 90 * 60_000)
    expect(view.answers.people.policyholder.idNumber).toMatch(/^1101 •••• /)
    await server.drain()
    expect((await messages(server))[0]?.text).toContain('CNY\u00a03,480.00')
  })
  test('refuses what is open, another price, another text, missing ticks', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({ code: 'incomplete', extra: { step: 'enter' } })
    await buyer.fillIn({ ...SELF, policyholder: person('2004-08-21') })
    expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({
      code: 'price_changed',
      extra: { premium: { amount: 348_000 } },
    })
    expect(await buyer.trySubmit({ sha256: 'b'.repeat(64) })).toMatchObject({ code: 'text_changed' })
    const sha256 = await buyer.tick()
    await buyer.save({ check: { declarations: ['truth'], second: false, text: sha256 } })
    expect(await buyer.trySubmit({ sha256 })).toMatchObject({
      code: 'invalid',
      fields: { 'check.personal-data': 'declaration_required' },
    })
  })
  test('refuses days that have passed since', async () => {
    const own = await startServer()
    const buyer = new Buyer(own)
    await buyer.create({ ...TRIP, start: '2026-03-02', end: '2026-04-01' })
    await buyer.fillIn()
    own.advance(2 * 86_400_000)
    buyer.order = ok(await buyer.client.request(getOrder, { id: buyer.view.id }))
    expect(buyer.view.peopleErrors).toMatchObject({ 'trip.start': 'start_past' })
    expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({
      code: 'start_past',
      fields: { 'trip.start': 'start_past' },
    })
    await own.close()
  })
  test('refuses an ID that says another birth date, and a destination the plan leaves out', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, destination: 'us' })
    await buyer.readFirst()
    await buyer.save({
      people: { ...SELF, policyholder: person('2004-08-20', { idNumber: idOf('2004-08-22', 'female') }) },
    })
    expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({
      code: 'invalid',
      fields: { 'people.policyholder.birthDate': 'id_number_birth', 'trip.destination': 'destination_not_covered' },
    })
  })
  test('points out a second order for the same person and days, and takes it when it is meant', async () => {
    const mine = person('2003-03-03')
    const people = { ...SELF, policyholder: mine }
    const first = new Buyer(server)
    await first.fillIn(people)
    await first.submit()
    const second = new Buyer(server, first.client)
    await second.create({ ...TRIP, start: '2027-03-02', end: '2027-06-01' }, 'second-order')
    await second.fillIn(people)
    expect(second.view.duplicates).toEqual([
      { order: first.view.id, start: TRIP.start, end: TRIP.end, status: 'awaiting_payment' },
    ])
    expect(await second.trySubmit()).toMatchObject({ code: 'duplicate', extra: { orders: [first.view.id] } })
    expect((await second.submit(true)).status).toBe('awaiting_payment')
    const stranger = new Buyer(server)
    await stranger.create()
    await stranger.fillIn(people)
    expect(stranger.view.duplicates).toEqual([{ order: null, start: TRIP.start, end: TRIP.end, status: null }])
  })
})

describe('after submitting', () => {
  test('the buyer may go back and change, unless a payment has begun', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2002-02-02') })
    await buyer.submit()
    const { payment } = ok(
      await buyer.client.request(payCreate, { order: buyer.view.id, method: 'wechat', key: 'begun-before-changing' }),
    )
    expect(refusal(await buyer.client.request(reopenOrder, buyer.at))).toBe('payment_started')
    ok(await buyer.client.request(payClose, { order: buyer.view.id, payment: payment?.id ?? '' }))
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    expect(buyer.view).toMatchObject({ status: 'created', open: 'check', expiresAt: null })
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })
  test('time runs out after 90 minutes, not before', async () => {
    const own = await startServer()
    const buyer = new Buyer(own)
    await buyer.fillIn()
    await buyer.submit()
    own.advance(90 * 60_000 - 1000)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('awaiting_payment')
    own.advance(1000)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('expired')
    expect((await messages(own))[0]?.subject).toContain('not paid in time')
    await own.close()
  })
  test('a reopened and resubmitted order is not closed by the first clock', async () => {
    const own = await startServer()
    const buyer = new Buyer(own)
    await buyer.fillIn()
    await buyer.submit()
    own.advance(60 * 60_000)
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    await buyer.submit()
    own.advance(40 * 60_000)
    await own.drain()
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id })).status).toBe('awaiting_payment')
    await own.close()
  })
  test('an address is not flooded by sending one application again and again', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2001-02-03', { email: 'flooded.buyer@example.com' }) })
    await buyer.submit()
    for (let i = 0; i < 7; i++) {
      buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
      await buyer.submit()
    }
    await server.drain()
    expect((await messages(server)).filter(({ to }) => to === 'flooded.buyer@example.com')).toHaveLength(5)
  })
  test('cancelling twice cancels once', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('2001-01-01') })
    await buyer.submit()
    const { id, version } = buyer.at
    const replies = await Promise.all([1, 2].map(() => buyer.client.request(cancelOrder, { id, version })))
    expect(replies.map(refusal).sort()).toEqual(['not_cancellable', 'ok'])
  })
  test('lists by pages, newest first, without discarded drafts', async () => {
    const buyer = new Buyer(server)
    for (const key of ['list-a-1', 'list-b-2', 'list-c-3']) await buyer.create(TRIP, key)
    ok(await buyer.client.request(cancelOrder, buyer.at))
    const first = ok(await buyer.client.request(listOrders, { limit: 1 }))
    expect(first).toMatchObject({ more: true, orders: [{ status: 'created', plan: 'global-study' }] })
    const rest = ok(await buyer.client.request(listOrders, { before: first.orders[0]?.id }))
    expect(rest.orders).toHaveLength(1)
    expect(rest.more).toBe(false)
  })
})

test('logs hold nothing of a person', () => {
  const logs = server.logs()
  for (const secret of ['林晓', 'lin@example.com', idOf('2004-08-20', 'female'), 'parent@example.com'])
    expect(logs).not.toContain(secret)
})
