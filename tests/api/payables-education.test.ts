/**
 * Whatever is paid, sent, returned, cancelled or lost, in any order: tuition never becomes a policy, is credited once,
 * and all its other money is refunded. Every kind of payable of the product is listed here with whether it is insured,
 * so that a new kind requires a decision.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { uniqueKey } from '../../src/app/storage/storage.ts'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { approveRequest, rejectRequest } from '../../src/features/cashier/server/refunds/request-and-decide-refund.ts'
import { cancelTuition } from '../../src/features/education/contract.ts'
import { education } from '../../src/features/education/server/feature.ts'
import { confirm, giveBack, send } from '../../src/features/education/server/handle-tuition.ts'
import { tuitionInvoices } from '../../src/features/education/server/school-invoice-checked.ts'
import { quoteNow } from '../../src/features/education/server/tuition-quote.ts'
import { keepOrder } from '../../src/features/education/server/submit-tuition.ts'
import { Refusal, type Context } from '../../src/server/http/call-handlers.ts'
import { holderOf } from '../../src/server/http/caller.ts'
import { features } from '../../src/programs/feature-list.ts'
import { newId } from '../../src/server/new-id.ts'
import { newNumber } from '../../src/server/order-and-claim-numbers.ts'
import { payables } from '../../src/features/cashier/server/payable.ts'
import { collectHooks } from '../../src/server/define-hook.ts'
import { Conflict } from '../../src/server/transition.ts'
import { runs } from '../tools/long-form.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { newKey, openShop, orderStatus, type PaymentShop } from './payments-fixtures.ts'
import { PREMIUM, shopFeatures } from './place-order.ts'
import { startServer, type TestServer } from './start-server.ts'

const MINUTE = 60_000
const FEE = 150_000
/**
 * Whether money of this kind brings a policy, or a version of one. A group's money is credited to its applications,
 * which do.
 */
const INSURED = { plan: true, extension: true, endorsement: true, education: false, group: false }

let server: TestServer
beforeAll(async () => {
  server = await startServer({ features: [...shopFeatures, education] })
})
afterAll(() => server.close())

test('every kind of payable is listed, with whether it is insured', () => {
  expect(
    payables
      .all({ hooks: collectHooks(features) })
      .map(({ kind }) => kind)
      .sort(),
  ).toEqual(Object.keys(INSURED).sort())
})

interface Both {
  shop: PaymentShop
  gateway: Gateway
  tuition: string
  receipt: string
}

/** An application for a plan and a tuition payment of one person. The fee is in CNY, because rates have their own tests. */
async function openBoth(): Promise<Both> {
  const gateway = connectGateway(server)
  const shop = await openShop(server)
  const { deps } = server
  const [tuition, receipt] = [newNumber('YFT', deps.clock()), newId()]
  const holder = holderOf({ unique: uniqueKey(shop.buyer.store) }) ?? ''
  const ctx: Context = {
    deps,
    lang: 'en',
    caller: { kind: 'holder', holder, device: 'web' },
    requestId: 'test',
    ip: '127.0.0.1',
    userAgent: 'test',
    device: 'web',
  }
  const quote = await quoteNow(deps, { school: 'victoria-peak-college', currency: 'CNY', fee: FEE })
  await deps.write((trx) =>
    keepOrder(ctx, trx, {
      id: tuition,
      key: tuition,
      school: 'victoria-peak-college',
      quote,
      facts: {
        student: 'LIN YUE',
        studentNumber: '58140372',
        payer: 'LIN',
        reference: '',
        contact: 'payer@example.com',
      },
      consent: { consent_version: '2.1', consent_sha256: '0'.repeat(64) },
      invoice: { invoice_order: tuition, invoice_receipt: receipt, invoice_file: null },
    }),
  )
  return { shop, gateway, tuition, receipt }
}

const ACTS = ['cancel', 'looked', 'unreadable', 'send', 'confirm', 'return', 'approve', 'reject'] as const
type Act =
  | { do: 'pay'; kind: 'plan' | 'education' }
  | { do: 'happen'; trade: number; what: 'paid' | 'rejected' }
  | { do: 'tell'; trade: number }
  | { do: 'wait'; minutes: number }
  | { do: (typeof ACTS)[number] }

const nth = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay' as const),
      kind: fc.constantFrom('plan' as const, 'education' as const, 'education' as const),
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 30, 62) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom(...ACTS) }) },
)

/** An action that the rules refuse at that moment does nothing. */
async function allowed(run: () => Promise<unknown>): Promise<void> {
  await run().catch((error: unknown) => {
    if (!(error instanceof Refusal) && !(error instanceof Conflict)) throw error
  })
}

async function perform({ shop, gateway, tuition: id, receipt }: Both, it: Act): Promise<void> {
  const { deps } = server
  const trades = [...gateway.said.keys()]
  const pick = (index: number): string => trades[index % Math.max(trades.length, 1)] ?? ''
  const by = { by: 'operator:wang', why: 'test' }
  const refund = async (): Promise<string> =>
    (
      await deps.db
        .selectFrom('refunds')
        .select('id')
        .where('subject', '=', `education:${id}`)
        .where('status', '=', 'under_review')
        .executeTakeFirst()
    )?.id ?? 'none'
  const waits = async (): Promise<boolean> =>
    (await deps.db
      .selectFrom('education_orders')
      .select('id')
      .where('id', '=', id)
      .where('invoice_file', 'is', null)
      .where('invoice_failed', 'is', null)
      .executeTakeFirst()) !== undefined
  switch (it.do) {
    case 'pay':
      return void (await shop.buyer.request(payCreate, {
        ...(it.kind === 'plan' ? { order: shop.order } : { pay: `education.${id}` }),
        method: 'wechat',
        key: newKey(),
      }))
    case 'happen':
      return gateway.happen(pick(it.trade), it.what)
    case 'tell':
      return gateway.report(server, pick(it.trade))
    case 'wait':
      return void (server.advance(it.minutes * MINUTE), await server.drain())
    case 'cancel':
      return void (await shop.buyer.request(cancelTuition, { id }))
    case 'looked':
      if (await waits())
        await deps.write((trx) => tuitionInvoices.checked(deps, trx, receipt, { file: { id: newId() } } as never))
      return
    case 'unreadable':
      if (await waits()) await deps.write((trx) => tuitionInvoices.failed(deps, trx, receipt, 'file_broken'))
      return
    case 'send':
      return allowed(() => send(deps, id, by))
    case 'confirm':
      return allowed(() => confirm(deps, id, { ...by, reference: 'R-1' }))
    case 'return':
      return allowed(() => giveBack(deps, id, 'payer_asked', by))
    case 'approve':
      return allowed(async () => approveRequest(deps, await refund(), { by: 'operator:chen', why: 'test' }))
    case 'reject':
      return allowed(async () => rejectRequest(deps, await refund(), { by: 'operator:chen', why: 'test' }))
  }
}

it('tuition brings no policy, is credited once, and any other payment for it goes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 18 }), async (acts) => {
      const both = await openBoth()
      const { shop, gateway, tuition } = both
      await perform(both, { do: 'pay', kind: 'education' })
      for (const it of acts) await perform(both, it)
      for (const id of [...gateway.said.keys()].reverse()) await gateway.report(server, id)
      // A requested refund is decided, and everything reaches its end.
      await perform(both, { do: 'approve' })
      for (const minutes of [1, 95, 10, 400, 1]) await perform(both, { do: 'wait', minutes })

      const rows = await server.deps.db
        .selectFrom('payments')
        .selectAll()
        .where('payable_id', 'in', [shop.order, tuition])
        .execute()
      const credited = (kind: string) => rows.filter((row) => row.payable_kind === kind && row.credited_at !== null)
      const { status, paid_at: paidAt } = await server.deps.db
        .selectFrom('education_orders')
        .select(['status', 'paid_at'])
        .where('id', '=', tuition)
        .executeTakeFirstOrThrow()
      expect(credited('education').length).toBe(paidAt === null ? 0 : 1)
      expect(['paid', 'sent', 'confirmed', 'returned'].includes(status)).toBe(paidAt !== null)
      const plan = await orderStatus(shop)
      expect(credited('plan').length).toBe(plan === 'issued' ? 1 : 0)
      expect(await server.deps.db.selectFrom('orders').select('id').where('id', '=', tuition).execute()).toEqual([])
      expect(
        await server.deps.db
          .selectFrom('events')
          .select('id')
          .where('entity_id', '=', tuition)
          .where('to_status', '=', 'issued')
          .execute(),
      ).toEqual([])
      expect(gateway.taken() - gateway.given()).toBe(
        credited('plan').length * PREMIUM + (paidAt !== null && status !== 'returned' ? FEE : 0),
      )
      for (const row of rows) expect(['succeeded', 'failed']).toContain(row.status)
    }),
    runs(15, 200),
  )
})
