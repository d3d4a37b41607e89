/**
 * The cashier takes money for whatever features register: a tuition payment is made beside the application for a plan.
 * Whatever happens in whatever order, only the application brings a policy, and everything paid twice is refunded.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { payCreate, payMethods, payQr, payStatus } from '../../src/features/cashier/contract.ts'
import { closePayments } from '../../src/features/cashier/server/payments/payable-payments.ts'
import { requestRefund } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { money } from '../../src/lib/money/money.ts'
import { Refusal } from '../../src/server/http/call-handlers.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { payables, type PayableKind } from '../../src/features/cashier/server/payable.ts'
import { collectHooks } from '../../src/server/define-hook.ts'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { runs } from '../tools/long-form.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { newKey, openShop, orderStatus, type PaymentShop } from './payments-fixtures.ts'
import { PREMIUM, shopFeatures } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

const MINUTE = 60_000
const FEE = 80_000

/**
 * Tuition payments by id; the id is an order's on purpose. `paid` trusts its caller: crediting only once is the
 * cashier's task.
 */
const tuition = new Map<string, { payer: string; until: number; closed: boolean; credited: string[] }>()
const tuitionPayable: PayableKind = {
  kind: 'tuition',
  lock: async () => undefined,
  find: async (_deps, _db, id, now) => {
    const row = tuition.get(id)
    if (!row) return undefined
    const standing =
      row.credited.length > 0 ? 'paid' : row.closed ? 'cancelled' : now >= row.until ? 'expired' : 'payable'
    return { number: `T-${id}`, standing, amount: money(FEE, 'CNY'), payUntil: row.until }
  },
  requirePayer: async ({ caller }, id) => {
    if (caller.kind !== 'holder' || tuition.get(id)?.payer !== caller.holder) throw new Refusal('not_found')
  },
  describe: async (_deps, id) => ({
    status: 'sent',
    settled: true,
    about: 'Tuition',
    plan: '',
    tier: '',
    insurer: '',
    start: null,
    end: null,
    insured: 'LIN Yue',
    application: null,
    back: `/school?id=${id}`,
    after: { title: 'Received', text: 'The school is told.' },
  }),
  contact: async () => ({ to: 'payer@example.com', lang: 'en' }),
  paid: async (_deps, _trx, { id, paymentId, boughtAt }) => {
    const row = tuition.get(id)
    if (!row || row.closed || boughtAt >= row.until) return 'dead'
    row.credited.push(paymentId)
    return 'paid'
  },
}

let server: TestServer
beforeAll(async () => {
  server = await startServer({
    features: [...shopFeatures, { name: 'school', hooks: [payables.part(tuitionPayable)] }],
  })
})
afterAll(() => server.close())

/** An order for a plan and a tuition payment with the same id, of one buyer. */
async function openBoth(): Promise<{ shop: PaymentShop; gateway: Gateway }> {
  const gateway = connectGateway(server)
  const shop = await openShop(server)
  tuition.set(shop.order, {
    payer: holderOf({ unique: uniqueKey(shop.buyer.store) }) ?? '',
    until: server.deps.clock() + 60 * MINUTE,
    closed: false,
    credited: [],
  })
  return { shop, gateway }
}

const paymentsOfBoth = (shop: PaymentShop) =>
  server.deps.db.selectFrom('payments').selectAll().where('payable_id', '=', shop.order).orderBy('id').execute()
const issuedEvents = (order: string) =>
  server.deps.db
    .selectFrom('events')
    .select('id')
    .where('entity', '=', 'order')
    .where('entity_id', '=', order)
    .where('to_status', 'in', ['paid', 'issued'])
    .execute()

test('a registered kind is shown, paid and reported as its feature defines, at its own address', async () => {
  const { shop, gateway } = await openBoth()
  const pay = `tuition.${shop.order}`
  const before = await shop.buyer.request(payMethods, { pay })
  expect(before).toMatchObject({
    ok: true,
    data: {
      order: {
        kind: 'tuition',
        number: `T-${shop.order}`,
        about: 'Tuition',
        application: null,
        back: `/school?id=${shop.order}`,
        amount: { amount: FEE },
      },
    },
  })
  expect(await shop.buyer.request(payQr, { pay })).toMatchObject({ ok: true, data: { size: expect.any(Number) } })
  const started = await shop.buyer.request(payCreate, { pay, method: 'wechat', key: newKey() })
  if (!started.ok || !started.data.payment) throw new Error('not started')
  const [row] = await paymentsOfBoth(shop)
  expect(row).toMatchObject({ payable_kind: 'tuition', payable_id: shop.order })
  expect(row?.return_url).toContain(`/payment/pay?pay=${encodeURIComponent(pay)}&back=1`)
  await gateway.pay(server, started.data.payment.id)
  await server.drain()
  expect(await shop.buyer.request(payStatus, { pay })).toMatchObject({
    ok: true,
    data: { order: { standing: 'paid', after: { title: 'Received' } }, payment: { status: 'succeeded', refund: null } },
  })
  // The order with the same number is unchanged.
  expect(await orderStatus(shop)).toBe('awaiting_payment')
  expect(await issuedEvents(shop.order)).toEqual([])
})

test('nobody else pays it by its address, and a kind that nobody registered is not found', async () => {
  const { shop } = await openBoth()
  const refused = async (input: { pay: string }, client = shop.buyer) =>
    (await client.request(payStatus, input)) as { ok: false; code: string }
  expect(await refused({ pay: `tuition.${shop.order}` }, server.client())).toMatchObject({
    ok: false,
    code: 'not_found',
  })
  expect(await refused({ pay: `lottery.${shop.order}` })).toMatchObject({ ok: false, code: 'not_found' })
  expect(await refused({ pay: 'tuition' })).toMatchObject({ ok: false, code: 'not_found' })
  const twice = { hooks: [payables.part(tuitionPayable)] }
  expect(() => collectHooks([twice, twice])).toThrow('payable tuition')
})

test('an order of another kind brings no policy, whoever books its payment', async () => {
  const { shop } = await openBoth()
  const { deps } = server
  await deps.write((trx) => trx.updateTable('orders').set({ kind: 'education' }).where('id', '=', shop.order).execute())
  expect(await shop.buyer.request(payMethods, { order: shop.order })).toMatchObject({ ok: false, code: 'not_found' })
  expect(await deps.write((trx) => markPaid(trx, { orderId: shop.order, paymentId: 'p', at: deps.clock() }))).toBe(
    'dead',
  )
  await server.drain()
  expect(await issuedEvents(shop.order)).toEqual([])
})

test('a refund is drawn on the payment that was credited, never on that of another kind with the same id', async () => {
  const { shop, gateway } = await openBoth()
  const reply = await shop.buyer.request(payCreate, { pay: `tuition.${shop.order}`, method: 'wechat', key: newKey() })
  if (!reply.ok || !reply.data.payment) throw new Error('not started')
  await gateway.pay(server, reply.data.payment.id)
  const ask = (kind: string) =>
    server.deps.write((trx) =>
      requestRefund(trx, server.deps, {
        subject: `test:${shop.order}`,
        payables: [{ kind, id: shop.order }],
        amount: 100,
        reason: 'operator',
        lines: [],
        by: 'user:u1',
      }),
    )
  await expect(ask('plan')).rejects.toThrow()
  await expect(ask('tuition')).resolves.toEqual(expect.any(String))
})

type Act =
  | { do: 'pay'; kind: 'plan' | 'tuition' }
  | { do: 'happen'; trade: number; what: 'paid' | 'rejected' }
  | { do: 'tell'; trade: number }
  | { do: 'wait'; minutes: number }
  | { do: 'close' }

const nth = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      kind: fc.constantFrom('plan' as const, 'tuition' as const),
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
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 50, 95) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'close' as const }) },
)

async function perform(shop: PaymentShop, gateway: Gateway, it: Act): Promise<void> {
  const trades = [...gateway.said.keys()]
  const pick = (index: number): string => trades[index % Math.max(trades.length, 1)] ?? ''
  switch (it.do) {
    case 'pay':
      return void (await shop.buyer.request(payCreate, {
        ...(it.kind === 'plan' ? { order: shop.order } : { pay: `tuition.${shop.order}` }),
        method: 'wechat',
        key: newKey(),
      }))
    case 'happen':
      return gateway.happen(pick(it.trade), it.what)
    case 'tell':
      return gateway.report(server, pick(it.trade))
    case 'wait':
      return void (server.advance(it.minutes * MINUTE), await server.drain())
    case 'close': {
      const row = tuition.get(shop.order)
      if (!row || row.credited.length > 0) return
      row.closed = true
      await server.deps.write((trx) => closePayments(server.deps, trx, { kind: 'tuition', id: shop.order }))
    }
  }
}

it('issues no policy for what is not insurance, and keeps the money for each payable once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const { shop, gateway } = await openBoth()
      await perform(shop, gateway, { do: 'pay', kind: 'tuition' })
      for (const it of acts) await perform(shop, gateway, it)
      for (const id of [...gateway.said.keys()].reverse()) await gateway.report(server, id)
      for (const minutes of [1, 95, 10, 400, 1]) await perform(shop, gateway, { do: 'wait', minutes })

      const rows = await paymentsOfBoth(shop)
      const credited = (kind: string) => rows.filter((row) => row.payable_kind === kind && row.credited_at !== null)
      const status = await orderStatus(shop)
      expect(credited('plan').length).toBe(status === 'issued' ? 1 : 0)
      expect(credited('tuition').map((row) => row.id)).toEqual(tuition.get(shop.order)?.credited)
      expect(credited('tuition').length).toBeLessThanOrEqual(1)
      expect((await issuedEvents(shop.order)).length).toBe(status === 'issued' ? 2 : 0)
      expect(gateway.taken() - gateway.given()).toBe(
        credited('plan').length * PREMIUM + credited('tuition').length * FEE,
      )
      for (const row of rows) expect(['succeeded', 'failed']).toContain(row.status)
    }),
    runs(15, 200),
  )
})
