/**
 * Whatever the order, delay and number of notifications, queries, closes and deadlines: one policy at most, every cent that
 * was taken either buys it or goes back, and nothing stays open (design §8 "Nothing lost").
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyTrade } from '../../src/features/cashier/apply-trade.server.ts'
import { payCreate, payStatus, METHODS, type Method } from '../../src/features/cashier/contract.ts'
import { ProviderUnavailable, type Provider, type RefundResult, type Trade } from '../../src/features/cashier/provider.server.ts'
import { replaceProviders } from '../../src/features/cashier/provider-registry.server.ts'
import { cancelOrder } from '../../src/features/orders/contract.ts'
import { money, type Money } from '../../src/lib/money.ts'
import { startServer, type TestServer } from './start-server.ts'
import { PREMIUM, shopFeatures } from './place-order.ts'
import { newKey, openShop, orderStatus, paymentsOf, refundsOf, type PaymentShop } from './payments-fixtures.ts'
import { runs } from '../tools/long-form.ts'

const MINUTE = 60_000

/** A gateway in memory whose truth the test decides, and what it said of each trade so far. */
class Gateway implements Provider {
  readonly name = 'sandbox'
  readonly methods = METHODS
  readonly sandbox = true
  readonly said = new Map<string, Trade[]>()
  readonly #sums = new Map<string, Money>()
  readonly #refunds = new Map<string, RefundResult>()
  silent = false

  #speak<T>(value: T): T {
    if (this.silent) throw new ProviderUnavailable('silent')
    return value
  }
  now = (id: string): Trade | undefined => this.said.get(id)?.at(-1)
  /** Something happens to an open trade; money may come even after a failure, as from a bank that changes its mind. */
  happen(id: string, what: 'paid' | 'rejected' | 'cancelled' | 'authorization'): void {
    const state = this.now(id)?.state
    if (state === undefined || state === 'succeeded' || (state === 'failed' && what !== 'paid')) return
    const base = { paymentId: id, ref: `ref-${id}` }
    const paid = this.#sums.get(id) ?? money(PREMIUM, 'CNY')
    this.said.get(id)?.push(what === 'paid' ? { ...base, state: 'succeeded', paid, at: 1 } : { ...base, state: 'failed', failure: what })
  }
  create: Provider['create'] = async ({ paymentId, amount }) => {
    this.#speak(0)
    if (!this.said.has(paymentId)) this.said.set(paymentId, [{ paymentId, ref: `ref-${paymentId}`, state: 'pending' }])
    this.#sums.set(paymentId, amount)
    return { ref: `ref-${paymentId}`, payUrl: `/pay/${paymentId}` }
  }
  query = async (id: string) => this.#speak(this.now(id))
  close = async (id: string) => {
    this.#speak(0)
    this.happen(id, 'cancelled')
    return this.now(id)
  }
  refund: Provider['refund'] = async ({ refundId, amount }) => {
    const done = this.#refunds.get(refundId) ?? this.#speak({ refundId, ref: refundId, state: 'succeeded' as const, amount })
    this.#refunds.set(refundId, done)
    return done
  }
  queryRefund = async (id: string) => this.#speak(this.#refunds.get(id))
  verifyNotification = (): never => { throw new Error('notifications are booked directly here') }
  acknowledge = () => ({ status: 200, type: 'text/plain', body: '' })
  given = (): number => [...this.#refunds.values()].reduce((sum, it) => sum + it.amount.amount, 0)
  taken = (): number => [...this.said.values()].reduce((sum, states) => sum + (states.at(-1)?.state === 'succeeded' ? PREMIUM : 0), 0)
}

let server: TestServer
beforeAll(async () => { server = await startServer({ features: shopFeatures }) })
afterAll(() => server.close())

type Act =
  | { do: 'create'; method: Method }
  | { do: 'happen'; trade: number; what: 'paid' | 'rejected' | 'authorization' }
  | { do: 'notify'; trade: number; moment: number }
  | { do: 'look' } | { do: 'wait'; minutes: number } | { do: 'cancel' } | { do: 'silence'; on: boolean }

const nth = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), method: fc.constantFrom(...METHODS) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('happen' as const), trade: nth, what: fc.constantFrom('paid' as const, 'paid' as const, 'rejected' as const, 'authorization' as const) }) },
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
    case 'create': return void (await shop.buyer.request(payCreate, { order: shop.order, method: it.method, key: newKey() }))
    case 'happen': return gateway.happen(pick(it.trade), it.what)
    case 'notify': {
      const states = gateway.said.get(pick(it.trade)) ?? []
      const trade = states[it.moment % Math.max(states.length, 1)]
      if (trade) await server.deps.write((trx) => applyTrade(trx, server.deps, trade, 'gateway:test'))
      return
    }
    case 'look': return void (server.advance(3_000), await shop.buyer.request(payStatus, { order: shop.order }))
    case 'wait': return void (server.advance(it.minutes * MINUTE), await server.drain())
    case 'cancel': {
      const row = await server.deps.db.selectFrom('orders').select('version').where('id', '=', shop.order).executeTakeFirstOrThrow()
      return void (await shop.buyer.request(cancelOrder, { id: shop.order, version: row.version }))
    }
    case 'silence': gateway.silent = it.on
  }
}

/** The gateway is back, everything is told once more in another order, and every deadline passes. */
async function rest(shop: PaymentShop, gateway: Gateway): Promise<void> {
  gateway.silent = false
  for (const states of [...gateway.said.values()].reverse()) {
    for (const trade of [...states].reverse()) await server.deps.write((trx) => applyTrade(trx, server.deps, trade, 'gateway:test'))
  }
  for (const minutes of [1, 95, 10, 400, 1]) await perform(shop, gateway, { do: 'wait', minutes })
}

it('takes money once and loses none', { timeout: 110_000 }, async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
    const gateway = new Gateway()
    replaceProviders(server.deps, [gateway])
    const shop = await openShop(server)
    await perform(shop, gateway, { do: 'create', method: 'wechat' })
    for (const it of acts) await perform(shop, gateway, it)
    await rest(shop, gateway)

    const payments = await paymentsOf(shop)
    const status = await orderStatus(shop)
    const issued = await server.deps.db.selectFrom('events').select('id').where('entity', '=', 'order').where('entity_id', '=', shop.order)
      .where('to_status', '=', 'issued').execute()
    expect(payments.filter((row) => row.status === 'created' || row.status === 'started')).toEqual([])
    for (const row of payments) {
      expect(row.status).toBe(gateway.now(row.id)?.state === 'succeeded' ? 'succeeded' : 'failed')
      expect(row.refund_minor).toBeLessThanOrEqual(row.paid_minor ?? 0)
    }
    for (const row of await refundsOf(shop)) expect(row.status).toBe('succeeded')
    expect(issued.length).toBe(status === 'issued' ? 1 : 0)
    expect(['issued', 'cancelled', 'expired']).toContain(status)
    expect(gateway.taken() - gateway.given()).toBe(status === 'issued' ? PREMIUM : 0)
  }), runs(15, 200))
})
