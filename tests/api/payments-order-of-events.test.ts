/**
 * Whatever the order, delay and number of notifications, queries, closes and deadlines: one policy at most, every cent
 * that was taken either buys it or is refunded, and nothing stays open (design §8 "Nothing lost").
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyTrade } from '../../src/features/cashier/server/payments/apply-trade.ts'
import { payCreate, payStatus, type PaymentMethod } from '../../src/features/cashier/contract.ts'
import { GATEWAY_METHODS } from '../../src/features/cashier/rules/payment-methods.ts'
import { cancelOrder } from '../../src/features/orders/contract.ts'
import { startServer, type TestServer } from './start-server.ts'
import { PREMIUM, shopFeatures } from './place-order.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { newKey, openShop, orderStatus, paymentsOf, refundsOf, type PaymentShop } from './payments-fixtures.ts'
import { runs } from '../tools/long-form.ts'

const MINUTE = 60_000

let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: shopFeatures })
})
afterAll(() => server.close())

type Act =
  | { do: 'create'; method: PaymentMethod }
  | { do: 'happen'; trade: number; what: 'paid' | 'rejected' | 'authorization' }
  | { do: 'notify'; trade: number; moment: number }
  | { do: 'look' }
  | { do: 'wait'; minutes: number }
  | { do: 'cancel' }
  | { do: 'silence'; on: boolean }

const nth = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('create' as const), method: fc.constantFrom(...GATEWAY_METHODS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('happen' as const),
      trade: nth,
      what: fc.constantFrom('paid' as const, 'paid' as const, 'rejected' as const, 'authorization' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('notify' as const), trade: nth, moment: nth }) },
  { weight: 2, arbitrary: fc.constant({ do: 'look' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 5, 45, 95) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('silence' as const), on: fc.boolean() }) },
)

async function perform(shop: PaymentShop, gateway: Gateway, it: Act): Promise<void> {
  const trades = [...gateway.said.keys()]
  const pick = (index: number): string => trades[index % Math.max(trades.length, 1)] ?? ''
  switch (it.do) {
    case 'create':
      return void (await shop.buyer.request(payCreate, { order: shop.order, method: it.method, key: newKey() }))
    case 'happen':
      return gateway.happen(pick(it.trade), it.what)
    case 'notify': {
      const states = gateway.said.get(pick(it.trade)) ?? []
      const trade = states[it.moment % Math.max(states.length, 1)]
      if (trade) await server.deps.write((trx) => applyTrade(trx, server.deps, trade, 'gateway:sandbox'))
      return
    }
    case 'look':
      return void (server.advance(3_000), await shop.buyer.request(payStatus, { order: shop.order }))
    case 'wait':
      return void (server.advance(it.minutes * MINUTE), await server.drain())
    case 'cancel': {
      const row = await server.deps.db
        .selectFrom('orders')
        .select('version')
        .where('id', '=', shop.order)
        .executeTakeFirstOrThrow()
      return void (await shop.buyer.request(cancelOrder, { id: shop.order, version: row.version }))
    }
    case 'silence':
      gateway.silent = it.on
  }
}

/** The gateway is back, everything is reported once more in another order, and every deadline passes. */
async function rest(shop: PaymentShop, gateway: Gateway): Promise<void> {
  gateway.silent = false
  for (const states of [...gateway.said.values()].reverse()) {
    for (const trade of [...states].reverse())
      await server.deps.write((trx) => applyTrade(trx, server.deps, trade, 'gateway:sandbox'))
  }
  for (const minutes of [1, 95, 10, 400, 1]) await perform(shop, gateway, { do: 'wait', minutes })
}

it('in any order of events an order is charged once and no money is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
      const gateway = connectGateway(server)
      const shop = await openShop(server)
      await perform(shop, gateway, { do: 'create', method: 'wechat' })
      for (const it of acts) await perform(shop, gateway, it)
      await rest(shop, gateway)

      const payments = await paymentsOf(shop)
      const status = await orderStatus(shop)
      const issued = await server.deps.db
        .selectFrom('events')
        .select('id')
        .where('entity', '=', 'order')
        .where('entity_id', '=', shop.order)
        .where('to_status', '=', 'issued')
        .execute()
      expect(payments.filter((row) => row.status === 'created' || row.status === 'started')).toEqual([])
      for (const row of payments) {
        expect(row.status).toBe(gateway.now(row.id)?.state === 'succeeded' ? 'succeeded' : 'failed')
        expect(row.refund_minor).toBeLessThanOrEqual(row.paid_minor ?? 0)
      }
      for (const row of await refundsOf(shop)) expect(row.status).toBe('succeeded')
      expect(issued.length).toBe(status === 'issued' ? 1 : 0)
      expect(['issued', 'cancelled', 'expired']).toContain(status)
      expect(gateway.taken() - gateway.given()).toBe(status === 'issued' ? PREMIUM : 0)
    }),
    runs(15, 200),
  )
})
