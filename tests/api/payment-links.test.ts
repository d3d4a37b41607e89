/**
 * Payment links: somebody else pays without a login. Whoever has the address can pay and sees no more than a payer
 * must; of several payers only one pays, and whatever happens in whatever order, everything paid twice is refunded, and
 * nothing is paid by a link that has ended.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  payCreate,
  payEndLink,
  payLink,
  payMethods,
  payQr,
  payStatus,
  type PaymentMethod,
} from '../../src/features/cashier/contract.ts'
import { paymentLinkCommands } from '../../src/features/cashier/server/links/payment-link-commands.ts'
import { deleteOldPaymentLinks } from '../../src/features/cashier/server/links/payment-links.ts'
import type { OrderStatus } from '../../src/features/orders/contract.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { commandOutput } from './operator-commands.ts'
import { newKey, openShop, orderStatus, paymentsOf, type PaymentShop } from './payments-fixtures.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { PREMIUM, shopFeatures } from './place-order.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'

const MINUTE = 60_000
const DAY = 86_400_000

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
const makeLink = async (): Promise<string> => tokenOf(ok(await shop.buyer.request(payLink, { order: shop.order })).url)
const pays = (client: Client, input: { link: string } | { order: string }, method: PaymentMethod = 'wechat') =>
  client.request(payCreate, { ...input, method, key: newKey() })
const sees = async (client: Client, link: string) => ok(await client.request(payStatus, { link }))
const linkRows = () =>
  server.deps.db.selectFrom('payment_links').selectAll().where('payable_id', '=', shop.order).execute()

const operator = (...words: string[]) => commandOutput(server.deps, paymentLinkCommands, words)
const ACTING = ['--by', 'lin', '--why', 'the grandfather pays']

describe('a link that the buyer makes', () => {
  test('is the same until it ends, leads to the confirmation, and lies sealed in the store', async () => {
    const first = ok(await shop.buyer.request(payLink, { order: shop.order }))
    expect(ok(await shop.buyer.request(payLink, { order: shop.order })).url).toBe(first.url)
    expect(new URL(first.url).pathname).toMatch(/^\/cashier\/confirmation\/[\w-]{27}$/)
    const [row] = await linkRows()
    expect(JSON.stringify(row)).not.toContain(tokenOf(first.url))
    expect(first.expiresAt).toBeLessThanOrEqual(first.now + 90 * MINUTE)
  })

  test('shows a stranger what is paid for, and only the initials of people', async () => {
    const { order } = ok(await server.client().request(payMethods, { link: await makeLink() }))
    expect(order).toMatchObject({
      number: shop.order,
      amount: { amount: PREMIUM },
      standing: 'payable',
      own: false,
      back: null,
      link: { madeBy: 'buyer' },
    })
    expect(order.insured).toMatch(/^.•+$/)
    expect(order.buyer).toMatch(/^.•+$/)
  })

  test.each([
    ['under_review', 'not_submitted'],
    ['declined', 'cancelled'],
  ] as const)('never says that health answers are %s: only the buyer sees it', async (standing, told) => {
    const link = await makeLink()
    // As after the buyer changed an answer and submitted again.
    await server.deps.write((trx) =>
      trx.updateTable('orders').set({ status: standing }).where('id', '=', shop.order).execute(),
    )
    expect(ok(await shop.buyer.request(payStatus, { order: shop.order })).order).toMatchObject({
      standing,
      status: standing,
    })
    expect(refusal(await pays(shop.buyer, { order: shop.order }))).toBe(standing)
    expect(refusal(await shop.buyer.request(payLink, { order: shop.order }))).toBe(standing)
    expect(refusal(await shop.buyer.request(payQr, { order: shop.order }))).toBe(standing)
    const stranger = server.client()
    expect(refusal(await pays(stranger, { link }))).toBe(told)
    const seen = await stranger.request(payStatus, { link })
    expect(seen.ok ? seen.data.order : seen.code).toEqual(
      told === 'not_submitted' ? told : expect.objectContaining({ standing: told, status: told }),
    )
    expect(JSON.stringify(seen)).not.toContain(standing)
  })

  test('says nothing of a review that was passed: for others it is a mere draft', async () => {
    const link = await makeLink()
    const review = JSON.stringify({ status: 'passed', at: 1, why: 'Fine', mac: '' })
    await server.deps.write((trx) =>
      trx
        .updateTable('orders')
        .set({ status: 'created', submitted_at: null, review })
        .where('id', '=', shop.order)
        .execute(),
    )
    expect(refusal(await shop.buyer.request(payStatus, { order: shop.order }))).toBe('accepted')
    expect(refusal(await shop.buyer.request(payLink, { order: shop.order }))).toBe('accepted')
    const stranger = server.client()
    expect(refusal(await stranger.request(payStatus, { link }))).toBe('not_submitted')
    expect(refusal(await pays(stranger, { link }))).toBe('not_submitted')
  })

  test('shows a declined application as a cancelled one, in every value', async () => {
    const link = await makeLink()
    const code = new URL(ok(await shop.buyer.request(payQr, { order: shop.order })).url).searchParams.get('code') ?? ''
    const payer = server.client()
    const shown = async (values: { status: OrderStatus; expires_at?: null }) => {
      await server.deps.write((trx) => trx.updateTable('orders').set(values).where('id', '=', shop.order).execute())
      return [ok(await payer.request(payStatus, { link })).order, ok(await payer.request(payStatus, { code })).order]
    }
    const cancelled = await shown({ status: 'cancelled' })
    // It was opened again for that, which ends its time to pay.
    expect(await shown({ status: 'declined', expires_at: null })).toEqual(cancelled)
  })

  test('can be paid by a stranger: the buyer gets the policy, and everybody else sees that it is paid', async () => {
    const link = await makeLink()
    const [payer, other] = [server.client(), server.client()]
    const started = ok(await pays(payer, { link }))
    const id = started.payment?.id ?? ''
    expect((await paymentsOf(shop))[0]?.return_url).toContain(`/cashier/${link}?back=1`)
    expect(await sees(other, link)).toMatchObject({ startedBy: 'others', payment: { status: 'started' } })
    await gateway.pay(server, id)
    await server.drain()
    expect(await sees(payer, link)).toMatchObject({
      startedBy: 'caller',
      order: { standing: 'paid' },
      payment: { status: 'succeeded', refund: null },
    })
    expect(await sees(other, link)).toMatchObject({ startedBy: 'others', order: { standing: 'paid' } })
    expect(await pays(other, { link })).toMatchObject({ ok: false, code: 'paid' })
    expect(ok(await payer.request(payMethods, { link })).last).toBe('wechat')
    expect(await orderStatus(shop)).toBe('issued')
    // Paid stays paid after the time to pay, for a while.
    server.advance(2 * DAY)
    expect(await sees(other, link)).toMatchObject({ order: { standing: 'paid' } })
    server.advance(7 * DAY)
    expect(await other.request(payStatus, { link })).toMatchObject({ ok: false, code: 'link_expired' })
  })

  test('leads two payers at once to one payment, and a second way to pay closes the first', async () => {
    const link = await makeLink()
    const [a, b] = [server.client(), server.client()]
    const [first, same] = [ok(await pays(a, { link })), ok(await pays(b, { link }))]
    expect(same.payment?.id).toBe(first.payment?.id)
    expect((await sees(a, link)).startedBy).toBe('several')
    const second = ok(await pays(b, { link }, 'alipay'))
    expect(second.payment?.id).not.toBe(first.payment?.id)
    expect((await paymentsOf(shop)).map((row) => row.status).sort()).toEqual(['failed', 'started'])
    // The bank of the first payer reverses its decision: that money is refunded.
    for (const { id } of await paymentsOf(shop)) gateway.happen(id, 'paid')
    for (const { id } of await paymentsOf(shop)) await gateway.report(server, id)
    await server.drain()
    server.advance(5 * MINUTE)
    await server.drain()
    expect(gateway.taken() - gateway.given()).toBe(PREMIUM)
  })

  test('is ended by the buyer: nobody begins a payment by it, and what was begun is closed', async () => {
    const link = await makeLink()
    const [payer, late] = [server.client(), server.client()]
    const id = ok(await pays(payer, { link })).payment?.id ?? ''
    ok(await shop.buyer.request(payEndLink, { order: shop.order }))
    await server.drain()
    expect(gateway.now(id)).toMatchObject({ state: 'failed' })
    expect(await sees(payer, link)).toMatchObject({ order: { standing: 'cancelled' }, payment: { status: 'failed' } })
    expect(await pays(payer, { link })).toMatchObject({ ok: false, code: 'link_ended' })
    expect(await late.request(payStatus, { link })).toMatchObject({ ok: false, code: 'link_ended' })
    // Ending it once is enough, and a new link is a different one.
    ok(await shop.buyer.request(payEndLink, { order: shop.order }))
    expect(await makeLink()).not.toBe(link)
    ok(await pays(shop.buyer, { order: shop.order }))
  })

  test('expires with what it is for, and is forgotten in the end', async () => {
    const link = await makeLink()
    server.advance(91 * MINUTE)
    await server.drain()
    expect(await sees(server.client(), link)).toMatchObject({ order: { standing: 'expired' } })
    expect(await pays(server.client(), { link })).toMatchObject({ ok: false, code: 'link_expired' })
    expect(await shop.buyer.request(payLink, { order: shop.order })).toMatchObject({ ok: false, code: 'expired' })
    server.advance(8 * DAY)
    expect(await server.client().request(payStatus, { link })).toMatchObject({ ok: false, code: 'link_expired' })
    server.advance(30 * DAY)
    await deleteOldPaymentLinks(server.deps)
    expect(await server.client().request(payStatus, { link })).toMatchObject({ ok: false, code: 'not_found' })
  })

  test('can be made and ended by the buyer only, and a wrong one reveals nothing', async () => {
    const stranger = server.client()
    await makeLink()
    expect(await stranger.request(payLink, { order: shop.order })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await stranger.request(payEndLink, { order: shop.order })).toMatchObject({ ok: false, code: 'not_found' })
    expect(await stranger.request(payMethods, { link: 'x'.repeat(27) })).toMatchObject({ ok: false, code: 'not_found' })
    expect((await linkRows())[0]?.status).toBe('open')
  })
})

describe('a link that an adviser makes', () => {
  test('is printed once, told to the buyer, listed without its address, and ended', async () => {
    const made = await operator('payment-links', 'create', shop.order, '--hours', '1', '--lang', 'en', ...ACTING)
    const link = tokenOf(made.said.split('\n')[1] ?? '')
    expect(await sees(server.client(), link)).toMatchObject({
      order: { standing: 'payable', link: { madeBy: 'adviser' } },
    })
    const list = await operator('payment-links', 'list', '--payable', shop.order)
    expect(list.said).toMatch(/open {2}operator:/)
    expect(list.said).not.toContain(link)
    const [row] = await linkRows()
    // The link that the buyer makes is a different one, and ends separately.
    const own = await makeLink()
    ok(await shop.buyer.request(payEndLink, { order: shop.order }))
    expect(await sees(server.client(), link)).toMatchObject({ order: { standing: 'payable' } })
    expect(own).not.toBe(link)
    expect((await operator('payment-links', 'end', row?.id ?? '', ...ACTING)).code).toBe(0)
    expect(await server.client().request(payStatus, { link })).toMatchObject({ ok: false, code: 'link_ended' })
    const events = await server.deps.db
      .selectFrom('events')
      .select(['to_status', 'why'])
      .where('entity', '=', 'payment_link')
      .where('entity_id', '=', row?.id ?? '')
      .orderBy('id')
      .execute()
    expect(events).toEqual([
      { to_status: 'open', why: 'the grandfather pays' },
      { to_status: 'ended', why: 'the grandfather pays' },
    ])
    const told = await server.deps.db
      .selectFrom('jobs')
      .select('dedupe_key')
      .where('dedupe_key', 'like', `%${row?.id}`)
      .execute()
    expect(told.map((it) => it.dedupe_key ?? '').sort()).toEqual([
      expect.stringContaining('payment_link_ended'),
      expect.stringContaining('payment_link_made'),
    ])
  })

  test('is refused for what cannot be paid, and expires when it was said to', async () => {
    const link = tokenOf(
      (await operator('payment-links', 'create', `plan.${shop.order}`, '--hours', '1', ...ACTING)).said.split(
        '\n',
      )[1] ?? '',
    )
    server.advance(61 * MINUTE)
    expect(await pays(server.client(), { link })).toMatchObject({ ok: false, code: 'link_expired' })
    server.advance(60 * MINUTE)
    expect((await operator('payment-links', 'create', shop.order, ...ACTING)).said).toContain('expired')
    expect((await operator('payment-links', 'create', 'YFO-260301-999999', ...ACTING)).said).toContain('not_found')
    expect((await operator('payment-links', 'end', 'nobody', ...ACTING)).said).toContain('not_found')
    expect((await operator('payment-links', 'list', '--payable', shop.order)).said).toContain('expired')
  })
})
