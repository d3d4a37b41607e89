/** A payment link in any order of acts. */
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { payCreate, payEndLink, payLink, type PaymentMethod } from '../../src/features/cashier/contract.ts'
import { runs } from '../tools/long-form.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { newKey, openShop, orderStatus, paymentsOf, type PaymentShop } from './payments-fixtures.ts'
import { ok } from './orders-fixtures.ts'
import { PREMIUM, shopFeatures } from './place-order.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const MINUTE = 60_000

let server: TestServer
let gateway: Gateway
let shop: PaymentShop
beforeAll(async () => {
  server = await startServer({ features: shopFeatures })
})
afterAll(() => server.close())
beforeEach(open)

async function open(): Promise<void> {
  gateway = connectGateway(server)
  shop = await openShop(server)
}

const tokenOf = (url: string): string => decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '')

const pays = (client: Client, input: { link: string } | { order: string }, method: PaymentMethod = 'wechat') =>
  client.request(payCreate, { ...input, method, key: newKey() })

type Act =
  | { do: 'pay'; by: 'buyer' | 'a' | 'b'; method: PaymentMethod }
  | { do: 'happen'; trade: number; what: 'paid' | 'rejected' }
  | { do: 'tell'; trade: number }
  | { do: 'link' }
  | { do: 'end' }
  | { do: 'wait'; minutes: number }

const nth = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      by: fc.constantFrom('buyer' as const, 'a' as const, 'b' as const),
      method: fc.constantFrom('wechat' as const, 'alipay' as const),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('happen' as const),
      trade: nth,
      what: fc.constantFrom('paid' as const, 'paid' as const, 'rejected' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('tell' as const), trade: nth }) },
  { weight: 2, arbitrary: fc.constant({ do: 'link' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'end' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 50, 95) }) },
)

it('is paid once, and never after it has ended, in any order of acts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 16 }), async (acts) => {
      await open()
      const people = { a: server.client(), b: server.client() }
      const links: string[] = []
      const ended = new Set<string>()
      const perform = async (it: Act): Promise<void> => {
        const trades = [...gateway.said.keys()]
        const link = links.at(-1) ?? ''
        switch (it.do) {
          case 'pay': {
            if (it.by === 'buyer') return void (await pays(shop.buyer, { order: shop.order }, it.method))
            if (link === '') return
            const reply = await pays(people[it.by], { link }, it.method)
            if (ended.has(link)) expect(reply.ok).toBe(false)
            return
          }
          case 'happen':
            return gateway.happen(trades[it.trade % Math.max(trades.length, 1)] ?? '', it.what)
          case 'tell':
            return gateway.report(server, trades[it.trade % Math.max(trades.length, 1)] ?? '')
          case 'wait':
            return void (server.advance(it.minutes * MINUTE), await server.drain())
          case 'link': {
            const reply = await shop.buyer.request(payLink, { order: shop.order })
            if (reply.ok) links.push(tokenOf(reply.data.url))
            return
          }
          case 'end': {
            ok(await shop.buyer.request(payEndLink, { order: shop.order }))
            const stillOpen = await server.deps.db
              .selectFrom('payment_links')
              .select('id')
              .where('payable_id', '=', shop.order)
              .where('status', '=', 'open')
              .where('expires_at', '>', server.deps.clock())
              .execute()
            expect(stillOpen).toEqual([])
            if (link !== '') ended.add(link)
          }
        }
      }
      await perform({ do: 'link' })
      for (const it of acts) await perform(it)
      for (const id of [...gateway.said.keys()].reverse()) await gateway.report(server, id)
      for (const minutes of [1, 95, 10, 400, 1]) await perform({ do: 'wait', minutes })

      const rows = await paymentsOf(shop)
      const credited = rows.filter((row) => row.credited_at !== null)
      expect(credited.length).toBe((await orderStatus(shop)) === 'issued' ? 1 : 0)
      expect(gateway.taken() - gateway.given()).toBe(credited.length * PREMIUM)
      for (const row of rows) expect(['succeeded', 'failed']).toContain(row.status)
    }),
    runs(15, 200),
  )
})
