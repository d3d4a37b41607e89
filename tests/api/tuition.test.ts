/**
 * Paying tuition: what is accepted, what is refused by its field, the price and its validity, who owns it, and invoices
 * that cannot be read.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payMethods } from '../../src/features/cashier/contract.ts'
import {
  cancelTuition,
  getTuition,
  listTuition,
  quoteTuition,
  repeatTuition,
} from '../../src/features/education/contract.ts'
import { logoutOthers } from '../../src/features/session/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { mailsTo } from './overseas-fixtures.ts'
import { NOON, startServer, type Client, type TestServer } from './start-server.ts'
import { AMOUNT, begin, FEE, paid, PAYER, send, sent, shown } from './tuition-fixtures.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
let server: TestServer
let client: Client
let gateway: Gateway
beforeEach(async () => {
  server = await startServer()
  client = server.client()
  gateway = connectGateway(server)
})
afterEach(() => server.close())

const refusedFields = (reply: { ok: boolean; fields?: unknown }): unknown => (reply.ok ? undefined : reply.fields)
const rows = () =>
  server.deps.db.selectFrom('education_orders').selectAll().orderBy('submitted_at').orderBy('id').execute()
const policies = async (): Promise<number> =>
  (await server.deps.db.selectFrom('policies').select('id').execute()).length
const fieldsOf = async (over: Parameters<typeof send>[1]) => refusedFields(await send(client, over))

test('nothing is taken by an operator without the licence for it', async () => {
  server.deps.config.licensedFor = ['overseas']
  expect(refusal(await send(client, {}))).toBe('not_offered')
  expect(await rows()).toEqual([])
})

describe('the price', () => {
  test('is the fee at the rate of the day with its source, nothing added, for an hour', async () => {
    expect(ok(await client.request(quoteTuition, FEE))).toMatchObject({
      fee: { amount: 500_000, currency: 'GBP' },
      amount: { amount: AMOUNT, currency: 'CNY' },
      until: NOON + LIMITS.tuitionQuoteMinutes * MINUTE,
      rate: { rate: '9.1500', per: 1, day: '2026-03-01', source: 'sample rate, made up for this day' },
    })
    expect(
      ok(await client.request(quoteTuition, { school: 'shirakawa-university', currency: 'JPY', fee: 535_800 })),
    ).toMatchObject({ amount: { amount: 2_491_470 }, rate: { rate: '4.6500', per: 100 } })
    expect(
      ok(await client.request(quoteTuition, { school: 'victoria-peak-college', currency: 'CNY', fee: 100_000 })),
    ).toMatchObject({ amount: { amount: 100_000 }, rate: null })
  })

  test('expires with the day of its rate, with at least a quarter of an hour for late requests', async () => {
    server.advance(13.5 * HOUR)
    expect(ok(await client.request(quoteTuition, FEE)).until).toBe(NOON + 14 * HOUR)
    server.advance(HOUR / 2 - MINUTE)
    expect(ok(await client.request(quoteTuition, FEE)).until).toBe(
      server.deps.clock() + LIMITS.tuitionQuoteLeast * MINUTE,
    )
  })

  test('exists only if a rate was published for today', async () => {
    const config = server.deps.config as { mode: string }
    config.mode = 'production'
    const rate = (day: string, text: string) =>
      server.deps.write((trx) =>
        trx
          .insertInto('exchange_rates')
          .values({
            day,
            currency: 'GBP',
            rate: text,
            source_en: 'CFETS',
            source_cn: '中国外汇交易中心',
            imported_at: 1,
          })
          .execute(),
      )
    expect(refusal(await client.request(quoteTuition, FEE))).toBe('no_rate')
    await rate('2026-02-27', '9.1000')
    // Yesterday's rate is not today's price, even where a later day reports that none was published.
    await rate('2026-03-02', '9.3000')
    expect(refusal(await client.request(quoteTuition, FEE))).toBe('no_rate')
    expect(refusal(await send(client))).toBe('no_rate')
    await rate('2026-03-01', '9.2000')
    expect(ok(await client.request(quoteTuition, FEE))).toMatchObject({
      amount: { amount: 4_600_000 },
      rate: { source: 'CFETS' },
    })
    config.mode = 'sandbox'
  })
})

describe('sending', () => {
  test('stores one normalised order per key, and sends no message before it is paid', async () => {
    const { id } = ok(await send(client, { key: 'the-same-key' }))
    expect(ok(await send(client, { key: 'the-same-key' })).id).toBe(id)
    expect(id).toMatch(/^YFT-260301-/)
    expect(await shown(client, id)).toMatchObject({
      status: 'awaiting_payment',
      student: 'LIN YUE',
      studentNumber: '201834567',
      payer: '林建国',
      reference: 'INV 20877',
      school: { name: 'Northbridge University', sample: true, served: true },
      quote: { amount: { amount: AMOUNT } },
      paidAt: null,
      sendBy: null,
    })
    expect(await rows()).toHaveLength(1)
    expect(await mailsTo(server, PAYER)).toEqual([])
    expect(JSON.stringify(await rows())).not.toContain('201834567')
    expect(server.logs()).not.toContain('201834567')
  })

  test.each([
    [{ school: 'oxford-of-nowhere' }, { school: 'school_not_served' }],
    [{ currency: 'USD' }, { currency: 'currency_not_served' }],
    [{ fee: 9_999 }, { fee: 'fee_low' }],
    [{ fee: 4_000_001 }, { fee: 'fee_high' }],
    [{ fee: 0 }, { fee: 'fee_required' }],
    [{ studentNumber: '' }, { studentNumber: 'student_number_required' }],
    [{ studentNumber: 'A18345670' }, { studentNumber: 'student_number_format' }],
    [{ studentNumber: '12345' }, { studentNumber: 'student_number_format' }],
    [{ student: '' }, { student: 'student_required' }],
    [{ payer: '' }, { payer: 'payer_required' }],
    [{ payer: 'LIN\u{10ffff}' }, { payer: expect.any(String) }],
    [{ reference: '发票1' }, { reference: 'reference_characters' }],
    [{ agreed: false }, { agreed: 'consent_required' }],
    [{ confirmed: false }, { confirmed: 'confirm_required' }],
    [{ contact: 'nobody' }, { contact: expect.any(String) }],
  ] as const)('refuses %j by its field', async (over, fields) => {
    expect(await fieldsOf(over)).toMatchObject(fields)
    expect(await rows()).toEqual([])
  })

  test('the separate consent to hand data to the school is recorded by itself, and a repeated payment carries the earlier one', async () => {
    const id = ok(await send(client)).id
    const [row] = await rows()
    expect(row).toMatchObject({ consent_version: '2.1', consent_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const created = await server.deps.db
      .selectFrom('events')
      .select('data')
      .where('entity_id', '=', id)
      .where('from_status', 'is', null)
      .executeTakeFirstOrThrow()
    expect(JSON.parse(String(created.data))).toMatchObject({
      confirmed: true,
      consentVersion: '2.1',
      consentSha256: row?.consent_sha256,
    })
    ok(await client.request(cancelTuition, { id }))
    const again = ok(await client.request(repeatTuition, { id, key: 'tuition-again-01' })).id
    expect((await rows()).find((it) => it.id === again)).toMatchObject({
      consent_version: '2.1',
      consent_sha256: row?.consent_sha256,
    })
    // As it was stored before the consent was separate: it has to be given anew.
    await server.deps.write((trx) =>
      trx
        .updateTable('education_orders')
        .set({ consent_version: '1.0', consent_sha256: null })
        .where('id', '=', id)
        .execute(),
    )
    expect(refusal(await client.request(repeatTuition, { id, key: 'tuition-again-02' }))).toBe('not_repeatable')
  })

  test('refuses another price than the server’s, and no invoice', async () => {
    expect(refusal(await send(client, { amount: AMOUNT - 1 }))).toBe('changed')
    expect(refusedFields(await send(client, {}, Buffer.from('not a photo at all')))).toMatchObject({
      file: expect.any(String),
    })
    expect(await rows()).toEqual([])
  })
})

describe('paying', () => {
  test('says what is paid for, tells the payer once, and brings no policy and no e-invoice', async () => {
    const id = await sent(server, client)
    const { order } = ok(await client.request(payMethods, { pay: `education.${id}` }))
    expect(order).toMatchObject({
      kind: 'education',
      number: id,
      about: 'Tuition of GBP\u00a05,000.00 to Northbridge University',
      insured: 'LIN YUE',
      buyer: '林建国',
      amount: { amount: AMOUNT },
      standing: 'payable',
      application: null,
      back: `/other/tuition/pay?id=${id}`,
    })
    await paid(server, gateway, client, id)
    await server.drain()
    expect(await shown(client, id)).toMatchObject({
      status: 'paid',
      paidAt: NOON,
      sendBy: NOON + LIMITS.tuitionSendDays * DAY,
    })
    expect((await mailsTo(server, PAYER)).map((it) => it.subject)).toEqual([`Tuition payment ${id}: received`])
    expect(await policies()).toBe(0)
    expect(await server.deps.db.selectFrom('invoices').select('id').execute()).toEqual([])
  })

  test('expires with the price; late money goes back, and it can be sent again at the new rate with the same invoice', async () => {
    const id = await sent(server, client)
    const trade = await begin(client, id)
    server.advance(LIMITS.tuitionQuoteMinutes * MINUTE)
    expect(refusal(await client.request(repeatTuition, { id, key: 'too-early' }))).toBe('not_repeatable')
    server.advance(MINUTE)
    await server.drain()
    expect(await shown(client, id)).toMatchObject({ status: 'expired' })
    await gateway.pay(server, trade)
    await server.drain()
    expect(gateway.given()).toBe(AMOUNT)
    expect(await shown(client, id)).toMatchObject({ status: 'expired', paidAt: null })
    const { id: next } = ok(await client.request(repeatTuition, { id, key: 'once-more' }))
    expect(ok(await client.request(repeatTuition, { id, key: 'once-more' })).id).toBe(next)
    expect(await shown(client, next)).toMatchObject({
      status: 'awaiting_payment',
      student: 'LIN YUE',
      quote: { until: server.deps.clock() + LIMITS.tuitionQuoteMinutes * MINUTE },
    })
    const [first, second] = await rows()
    expect(second).toMatchObject({ id: next, invoice_order: id, invoice_file: first?.invoice_file })
    await paid(server, gateway, client, next)
    expect(await shown(client, next)).toMatchObject({ status: 'paid' })
  })

  test('is cancelled once together with its payment, unless the money came first', async () => {
    const [first, second] = [await sent(server, client), await sent(server, client)]
    const trade = await begin(client, first)
    expect(ok(await client.request(cancelTuition, { id: first })).order.status).toBe('cancelled')
    expect(refusal(await client.request(cancelTuition, { id: first }))).toBe('closed')
    await server.drain()
    expect(gateway.now(trade)?.state).toBe('failed')
    gateway.happen(await begin(client, second), 'paid')
    expect(refusal(await client.request(cancelTuition, { id: second }))).toBe('closed')
    expect(await shown(client, second)).toMatchObject({ status: 'paid' })
  })

  test('an invoice that cannot be read closes what is unpaid and returns what was paid, by itself', async () => {
    const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(4096, 7)])
    const [open, done] = [
      ok(await send(client, {}, broken)).id,
      ok(await send(client, {}, Buffer.concat([broken, Buffer.from('x')]))).id,
    ]
    await paid(server, gateway, client, done)
    await server.check()
    await server.drain()
    expect(await shown(client, open)).toMatchObject({ status: 'cancelled', reason: 'invoice_unreadable' })
    expect(await shown(client, done)).toMatchObject({ status: 'returned', reason: 'invoice_unreadable' })
    expect(gateway.given()).toBe(AMOUNT)
    expect(refusal(await client.request(repeatTuition, { id: open, key: 'again-without' }))).toBe('not_repeatable')
    expect((await mailsTo(server, PAYER)).map((it) => it.subject)).toContain(
      `Tuition payment ${open}: we could not open the invoice`,
    )
  })
})

describe('who can open it', () => {
  test('its device, then the person who signs in with its contact, and nobody else', async () => {
    const id = await sent(server, client)
    expect(refusal(await server.client().request(getTuition, { id }))).toBe('not_found')
    expect(refusal(await server.client().request(payMethods, { pay: `education.${id}` }))).toBe('not_found')
    const father = await logInAs(server, PAYER)
    expect(ok(await father.request(listTuition, {})).orders).toMatchObject([{ id }])
    expect(ok(await client.request(listTuition, {})).orders).toMatchObject([{ id }])
    ok(await father.request(logoutOthers, {}))
    expect(refusal(await client.request(getTuition, { id }))).toBe('not_found')
    const stranger = await logInAs(server, 'mallory@example.com')
    expect(ok(await stranger.request(listTuition, {})).orders).toEqual([])
  })
})
