/** Notifications that are forged, altered, old, replayed, duplicated or about another sum (design §8 "Nothing lost"). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { NOTIFY, type GatewayEvent } from '../../src/features/cashier/server/sandbox/protocol.ts'
import { gatewayKey } from '../../src/features/cashier/server/sandbox/sandbox-provider.ts'
import { MAX_AGE, sign } from '../../src/features/cashier/server/providers/gateway-message-hmac.ts'
import { newId } from '../../src/server/new-id.ts'
import { startServer, type TestServer } from './start-server.ts'
import { shopFeatures } from './place-order.ts'
import {
  newKey,
  openShop,
  orderStatus,
  pay,
  paymentsOf,
  refundsOf,
  status,
  type PaymentShop,
} from './payments-fixtures.ts'

describe('notifications', () => {
  let server: TestServer
  let shop: PaymentShop
  let payment: string
  beforeAll(async () => {
    server = await startServer({ features: shopFeatures })
  })
  afterAll(() => server.close())
  beforeEach(async () => {
    shop = await openShop(server)
    payment = (await pay(shop)).payment?.id ?? ''
  })

  const event = (change: Partial<NonNullable<GatewayEvent['trade']>> = {}, id = newId()): GatewayEvent => ({
    id,
    at: server.deps.clock(),
    trade: {
      ref: 'SG1',
      merchantRef: payment,
      state: 'paid',
      amountMinor: 169322,
      currency: 'CNY',
      paidAt: server.deps.clock(),
      expiresAt: server.deps.clock() + 1,
      payUrl: '/',
      ...change,
    },
  })
  const signed = (body: Buffer, at = server.deps.clock()) => sign(gatewayKey(server.deps), 'gateway', body, at)
  const bytes = (it: GatewayEvent) => Buffer.from(JSON.stringify(it))

  async function notify(body: Buffer, headers: Record<string, string>): Promise<string> {
    const response = await fetch(server.url + NOTIFY, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
    await server.drain()
    return `${response.status} ${await response.text()}`
  }

  async function nothingBooked(): Promise<void> {
    expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['started'])
    expect(await orderStatus(shop)).toBe('awaiting_payment')
  }

  describe('a notification', () => {
    it('is accepted if the gateway signed it', async () => {
      const body = bytes(event())
      expect(await notify(body, signed(body))).toBe('200 success')
      expect((await paymentsOf(shop))[0]?.status).toBe('succeeded')
    })
    it('is refused unsigned, or signed by somebody else', async () => {
      const body = bytes(event())
      expect(await notify(body, {})).toBe('400 fail')
      expect(await notify(body, sign('another key', 'gateway', body, server.deps.clock()))).toBe('400 fail')
      expect(await notify(body, sign(gatewayKey(server.deps), 'merchant', body, server.deps.clock()))).toBe('400 fail')
      await nothingBooked()
    })
    it('is refused when altered on its way', async () => {
      const headers = signed(bytes(event({ state: 'open' }, 'e-altered')))
      expect(await notify(bytes(event({}, 'e-altered')), headers)).toBe('400 fail')
      await nothingBooked()
    })
    it('is refused when old or from the future', async () => {
      const body = bytes(event())
      for (const off of [-MAX_AGE - 1, MAX_AGE + 1])
        expect(await notify(body, signed(body, server.deps.clock() + off))).toBe('400 fail')
      await nothingBooked()
    })
    it('is refused when replayed, and acknowledged without effect when sent again', async () => {
      const body = bytes(event({ state: 'open' }))
      const headers = signed(body)
      expect(await notify(body, headers)).toBe('200 success')
      expect(await notify(body, headers)).toBe('400 fail')
      expect(await notify(body, signed(body))).toBe('200 success')
      const rows = await server.deps.db
        .selectFrom('payment_notifications')
        .select('id')
        .where('payload', 'like', `%${payment}%`)
        .execute()
      expect(rows).toHaveLength(1)
    })
    it('is booked once if it carries new facts under an id that was used before', async () => {
      for (const body of [
        bytes(event({ state: 'open' }, `reused-${payment}`)),
        ...Array.from({ length: 2 }, () => bytes(event({}, `reused-${payment}`))),
      ]) {
        expect(await notify(body, signed(body))).toBe('200 success')
      }
      expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['succeeded'])
      expect(await orderStatus(shop)).toBe('issued')
      const rows = await server.deps.db
        .selectFrom('payment_notifications')
        .select('id')
        .where('payload', 'like', `%${payment}%`)
        .execute()
      expect(rows).toHaveLength(2)
      expect(server.logs()).toContain('notification with the id of another one')
    })
    it('is refused when it is no JSON, no event, or far too long', async () => {
      for (const text of ['', '{', '{}', '[]', `{"id":"${'x'.repeat(70_000)}"}`]) {
        const body = Buffer.from(text)
        expect(await notify(body, signed(body))).not.toMatch(/^200/)
      }
      await nothingBooked()
    })
    it('about a payment we never made is kept and told to the operator', async () => {
      const body = bytes(event({ merchantRef: 'nobody' }))
      expect(await notify(body, signed(body))).toBe('200 success')
      expect(server.logs()).toContain('notification for a payment we never made')
    })
  })

  describe('another sum than was asked for', () => {
    it.each([[{ amountMinor: 1 }], [{ amountMinor: 169323 }], [{ currency: 'USD' as const }]])(
      '%j is held and issues nothing',
      async (change) => {
        const inError = async () => (await server.deps.health.figures())['paymentsInError'] ?? 0
        const before = await inError()
        const body = bytes(event(change))
        await notify(body, signed(body))
        expect(await inError()).toBe(before + 1)
        expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['error'])
        expect(await orderStatus(shop)).toBe('awaiting_payment')
        expect(await refundsOf(shop)).toEqual([])
        expect((await status(shop)).order.standing).toBe('under_check')
        const again = await shop.buyer.request(payCreate, { order: shop.order, method: 'wechat', key: newKey() })
        expect(again).toMatchObject({ ok: false, code: 'under_check' })
      },
    )
  })

  describe('a second success for one order', () => {
    it('is refunded automatically', async () => {
      const second = newId()
      await server.deps.write(async (trx) => {
        const row = await trx.selectFrom('payments').selectAll().where('id', '=', payment).executeTakeFirstOrThrow()
        await trx
          .insertInto('payments')
          .values({ ...row, id: second, status: 'failed', failure: 'cancelled' })
          .execute()
      })
      for (const merchantRef of [payment, second]) {
        const body = bytes(event({ merchantRef }))
        await notify(body, signed(body))
      }
      expect((await paymentsOf(shop)).map((it) => it.status)).toEqual(['succeeded', 'succeeded'])
      expect((await refundsOf(shop)).map((it) => [it.payment_id, it.reason, it.amount_minor])).toEqual([
        [second, 'duplicate', 169322],
      ])
    })
  })
})
