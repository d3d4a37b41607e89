/**
 * Cover never begins before it is bought (domain §4.1): in the draft, on submission, on payment, and when the money is
 * late.
 */
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { createOrder, getOrder, quoteOrder, submitOrder } from '../../src/features/orders/contract.ts'
import { addDays, dayOf, startOfCover } from '../../src/lib/days/dates.ts'
import { PAY_MARGIN_MS } from '../../src/features/orders/server/when-payable.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, ok, person, SELF, TRIP } from './orders-fixtures.ts'
import {
  atGateway,
  advanceAndDrain,
  newKey,
  orderStatus,
  pay,
  payUrlOf,
  refundsOf,
  type PaymentShop,
} from './payments-fixtures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** 00:00 of 2 March 2026 in Shanghai. */
const MIDNIGHT = startOfCover('2026-03-02')

let server: TestServer | undefined
afterEach(() => server?.close())
const open = async (now: number): Promise<TestServer> => (server = await startServer({ clock: () => now }))

/** An application for cover that begins on that day, ready to be sent. */
async function ready(shopServer: TestServer, start: string): Promise<Buyer> {
  const buyer = new Buyer(shopServer)
  await buyer.create({ ...TRIP, start, end: addDays(start, 200) })
  await buyer.fillIn()
  return buyer
}

const closesAt = async ({ server: { deps }, view }: Buyer): Promise<number> =>
  Number(
    (await deps.db.selectFrom('orders').select('expires_at').where('id', '=', view.id).executeTakeFirstOrThrow())
      .expires_at,
  )

async function shopAt(now: number, start: string): Promise<PaymentShop> {
  const shopServer = await open(now)
  const buyer = await ready(shopServer, start)
  await buyer.submit()
  return { server: shopServer, buyer: buyer.client, order: buyer.view.id }
}

test('the first day is tomorrow in Beijing at the earliest, whatever the hour', async () => {
  const now = { at: MIDNIGHT }
  const shopServer = (server = await startServer({ clock: () => now.at }))
  const buyer = new Buyer(shopServer)
  await buyer.create(TRIP)
  const price = async (start: string) =>
    ok(
      await buyer.client.request(quoteOrder, {
        id: buyer.view.id,
        trip: { ...TRIP, start, end: addDays(start, 200) },
        birthDate: '2004-08-20',
      }),
    ).priceError
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 48 * 60 }), async (minutes) => {
      now.at = MIDNIGHT + minutes * MINUTE
      const today = dayOf(now.at)
      expect([await price(addDays(today, -1)), await price(today), await price(addDays(today, 1))]).toEqual([
        'start_past',
        'start_past',
        null,
      ])
      expect([await price(addDays(today, 366)), await price(addDays(today, 367))]).toEqual([null, 'start_far'])
    }),
    { numRuns: 15 },
  )
})

test.each([
  ['days that are over', { start: '2020-01-10', end: '2021-01-09' }, undefined, 'start_past'],
  ['a first day that is over, alone', { start: '2020-01-10', end: '' }, undefined, 'start_past'],
  ['a term that is not sold', { end: '2026-03-11' }, undefined, 'term_too_short'],
  ['a tier that there is not', { tier: 'gone', start: '', end: '' }, undefined, 'tier'],
  ['a term that no tier sells', { tier: '', end: '2026-03-11' }, undefined, 'term_too_short'],
  ['an age that no tier takes', { tier: '' }, '1936-03-04', 'age_range'],
  ['an age outside', {}, '1936-03-04', 'age_range'],
  ['nothing wrong', {}, '2004-08-20', null],
  ['nothing but the plan', { tier: '', start: '', end: '' }, undefined, null],
] as const)('a new application says that it cannot be bought: %s', async (_, over, birthDate, priceError) => {
  const { client } = new Buyer(await open(MIDNIGHT - 12 * HOUR))
  const asked = { trip: { ...TRIP, ...over }, key: 'cannot-be-bought', ...(birthDate ? { birthDate } : {}) }
  expect(ok(await client.request(createOrder, asked))).toMatchObject({ priceError })
})

test('today is refused in the draft and when the application is sent', async () => {
  const buyer = new Buyer(await open(MIDNIGHT - 12 * HOUR))
  await buyer.create({ ...TRIP, start: '2026-03-01', end: '2026-09-01' })
  await buyer.readFirst()
  await buyer.save({ people: SELF })
  expect(buyer.view.peopleErrors).toMatchObject({ 'trip.start': 'start_past' })
  expect(buyer.view.premium).toBeNull()
  expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({
    code: 'start_past',
    fields: { 'trip.start': 'start_past' },
  })
})

test('there are 90 minutes to pay, and never past the midnight at which cover begins', async () => {
  const far = await ready(await open(MIDNIGHT - HOUR), '2026-03-03')
  await far.submit()
  // A payment that is under way then may still be booked.
  expect(await closesAt(far)).toBe(MIDNIGHT + 30 * MINUTE + PAY_MARGIN_MS)
  const near = new Buyer(far.server)
  await near.create({ ...TRIP, start: '2026-03-02', end: '2026-09-01' }, 'draft-two')
  await near.fillIn({ ...SELF, policyholder: person('2003-03-03') })
  await near.submit()
  expect(await closesAt(near)).toBe(MIDNIGHT)
})

test('minutes before midnight cover of the next day is no longer sold', async () => {
  const buyer = await ready(await open(MIDNIGHT - 4 * MINUTE), '2026-03-02')
  expect(await buyer.trySubmit()).toMatchObject({ code: 'start_soon', fields: { 'trip.start': 'start_soon' } })
  expect(
    await buyer.client.request(submitOrder, { ...buyer.at, premium: 1, sha256: 'a'.repeat(64), openedAt: 0 }),
  ).toMatchObject({ ok: false })
})

test('paid in time it is issued, and begins after the purchase', async () => {
  const shop = await shopAt(MIDNIGHT - HOUR, '2026-03-02')
  await atGateway(shop, await payUrlOf(shop), 'pay')
  await shop.server.drain()
  expect(await orderStatus(shop)).toBe('issued')
  const { paid_at: paidAt, start } = await shop.server.deps.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', shop.order)
    .executeTakeFirstOrThrow()
  expect(Number(paidAt)).toBeLessThan(startOfCover(start))
})

test('nothing is asked for once cover has begun, and the order closes by itself', async () => {
  const shop = await shopAt(MIDNIGHT - HOUR, '2026-03-02')
  shop.server.advance(HOUR)
  expect(await pay(shop, { key: newKey() }).catch((error: Error) => error.message)).toContain('expired')
  await advanceAndDrain(shop, MINUTE)
  expect(ok(await shop.buyer.request(getOrder, { id: shop.order })).status).toBe('expired')
})

test('money that was paid after midnight goes back, and no policy begins in the past', async () => {
  const shop = await shopAt(MIDNIGHT - HOUR, '2026-03-02')
  const url = await payUrlOf(shop)
  // The gateway's page ends with the payment's own time; the gateway's books are changed as if it had taken the money
  // anyway.
  shop.server.advance(HOUR + 1)
  const { deps } = shop.server
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('payable_id', '=', shop.order)
    .executeTakeFirstOrThrow()
  const { applyTrade, paymentAmount: amountOf } =
    await import('../../src/features/cashier/server/payments/apply-trade.ts')
  await deps.write((trx) =>
    applyTrade(
      trx,
      deps,
      {
        paymentId: payment.id,
        ref: payment.gateway_ref ?? '',
        state: 'succeeded',
        paid: amountOf(payment),
        at: deps.clock(),
      },
      'system',
    ),
  )
  expect(url).not.toBe('')
  await shop.server.drain()
  expect(await orderStatus(shop)).toBe('expired')
  expect(await refundsOf(shop)).toMatchObject([{ reason: 'late' }])
  expect(await deps.db.selectFrom('policies').select('id').where('order_id', '=', shop.order).execute()).toEqual([])
})

test('a late notification of a payment made in time does not count as a late payment', async () => {
  const shop = await shopAt(MIDNIGHT - HOUR, '2026-03-02')
  await payUrlOf(shop)
  const { deps } = shop.server
  const paidAt = deps.clock() + MINUTE
  shop.server.advance(HOUR + 1)
  const payment = await deps.db
    .selectFrom('payments')
    .selectAll()
    .where('payable_id', '=', shop.order)
    .executeTakeFirstOrThrow()
  const { applyTrade, paymentAmount: amountOf } =
    await import('../../src/features/cashier/server/payments/apply-trade.ts')
  await deps.write((trx) =>
    applyTrade(
      trx,
      deps,
      {
        paymentId: payment.id,
        ref: payment.gateway_ref ?? '',
        state: 'succeeded',
        paid: amountOf(payment),
        at: paidAt,
      },
      'system',
    ),
  )
  await shop.server.drain()
  expect(await orderStatus(shop)).toBe('issued')
})
