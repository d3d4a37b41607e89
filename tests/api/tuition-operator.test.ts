/** What happens to paid tuition: forwarded, confirmed, returned; the payer's messages and documents; and its deletion. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountClosure } from '../../src/features/account/closure-calls.ts'
import { closingPerson } from '../../src/features/account/server/closure/obstacles.ts'
import { rowsOf } from '../../src/features/account/server/export/export-rows.ts'
import { recordsOf } from '../../src/features/account/server/person-records.ts'
import { payStatus } from '../../src/features/cashier/contract.ts'
import { cancelTuition, repeatTuition, tuitionReceipt } from '../../src/features/education/contract.ts'
import { education } from '../../src/features/education/server/feature.ts'
import { drawTuitionReceipt } from '../../src/features/education/server/tuition-receipt.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { LANGS, type Lang } from '../../src/lib/locale.ts'
import { readPages } from '../../src/server/pdf/read-pdf.testing.ts'
import { connectGateway, type Gateway } from './gateway-in-memory.ts'
import { logInAs } from './logged-in-user.ts'
import { ok, refusal } from './orders-fixtures.ts'
import { mailsTo } from './overseas-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { AMOUNT, desk, paid, PAYER, refundOf, refunds, send, sent, shown } from './tuition-fixtures.ts'
import { educationClosure } from '../../src/features/education/server/account-closure.ts'

const DAY = 86_400_000
let server: TestServer
let client: Client
let gateway: Gateway
beforeEach(async () => {
  server = await startServer()
  client = server.client()
  gateway = connectGateway(server)
})
afterEach(() => server.close())

async function bought(): Promise<string> {
  const id = await sent(server, client)
  await paid(server, gateway, client, id)
  return id
}
const rowOf = (id: string) =>
  server.deps.db.selectFrom('education_orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const eventsOf = async (id: string) =>
  (
    await server.deps.db
      .selectFrom('events')
      .select('to_status')
      .where('entity', '=', 'education_order')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((it) => it.to_status)
/** Advances this much and a day more, so that the jobs that run every few hours have run. */
async function later(ms: number): Promise<void> {
  for (const part of [ms, DAY]) {
    server.advance(part)
    await server.drain()
  }
}
const filesLeft = async () =>
  (await server.deps.db.selectFrom('files').select('id').where('owner', 'like', 'education:%').execute()).length
const subjects = async () => (await mailsTo(server, PAYER)).map((it) => it.subject.replace(/^.*?: /, ''))

describe('an operator', () => {
  test('passes it on and says that the school has it; the payer is told each time', async () => {
    const id = await bought()
    expect(await desk(server, 'list')).toContain(
      `${id}  paid  northbridge-university  GBP\u00a05,000.00  pass it on by`,
    )
    const said = await desk(server, 'show', id)
    for (const line of [
      'student: LIN YUE',
      'studentNumber: 201834567',
      'payer: 林建国',
      'reference: INV 20877',
      'rate 9.1500 for 1 GBP of 2026-03-01',
      'invoice: kept',
    ])
      expect(said).toContain(line)
    expect(await desk(server, 'confirmed', id, '--reference', 'NB-1')).not.toContain('the payer is told')
    expect(await desk(server, 'sent', id)).toContain('the payer is told')
    expect(await desk(server, 'sent', id)).not.toContain('the payer is told')
    expect(await shown(client, id)).toMatchObject({ status: 'sent', confirmBy: server.deps.clock() + 3 * DAY })
    expect(await desk(server, 'confirmed', id)).toContain('reference')
    expect(await desk(server, 'confirmed', id, '--reference', 'NB-88120')).toContain('confirmed')
    expect(await shown(client, id)).toMatchObject({ status: 'confirmed', schoolReference: 'NB-88120' })
    expect(await subjects()).toEqual(['received', 'sent to the school', 'received by the school'])
    expect(await eventsOf(id)).toEqual(['awaiting_payment', 'paid', 'looked_at', 'sent', 'confirmed'])
    expect(await desk(server, 'list')).toBe('0 waiting')
  })

  test('gets the invoice as a file, and cannot pass the money on before it was checked', async () => {
    const { id } = ok(await send(client))
    await paid(server, gateway, client, id)
    expect(await desk(server, 'sent', id)).toContain('invoice_missing')
    await server.check()
    const folder = mkdtempSync(join(tmpdir(), 'tuition-'))
    const to = join(folder, 'invoice.jpg')
    expect(await desk(server, 'invoice', id, to)).toContain('image/jpeg')
    expect(statSync(to).size).toBeGreaterThan(1000)
    rmSync(folder, { recursive: true })
    expect(await desk(server, 'sent', id)).toContain('the payer is told')
  })

  test('returns all of it: another operator approves, the payer has it back, and it is returned once', async () => {
    const id = await bought()
    await desk(server, 'sent', id)
    expect(await desk(server, 'returned', id)).toContain('reason')
    expect(await desk(server, 'returned', id, '--reason', 'not_enrolled')).toContain('another operator')
    expect(await desk(server, 'returned', id, '--reason', 'not_enrolled')).not.toContain('another operator')
    const refund = await refundOf(server, id)
    expect(await refunds(server, 'show', refund)).toContain('before: sent')
    expect(gateway.given()).toBe(0)
    expect(await refunds(server, 'approve', refund)).toContain('is approved')
    await server.drain()
    expect(gateway.given()).toBe(AMOUNT)
    expect(await shown(client, id)).toMatchObject({
      status: 'returned',
      reason: 'not_enrolled',
      returnedAt: expect.any(Number),
    })
    const { order, payment } = ok(await client.request(payStatus, { pay: `education.${id}` }))
    expect([order.standing, payment?.refund]).toMatchObject([
      'paid',
      { status: 'succeeded', reason: 'tuition_returned', amount: { amount: AMOUNT } },
    ])
    expect((await mailsTo(server, PAYER)).find((it) => it.subject.includes('returning'))?.text).toContain(
      'The school has no student with this name and number.',
    )
  })

  test('if the second operator rejects the refund the payment returns to its earlier state, and the payer is told', async () => {
    const id = await bought()
    await desk(server, 'sent', id)
    await desk(server, 'returned', id, '--reason', 'paid_already')
    expect(await refunds(server, 'reject', await refundOf(server, id))).toContain('refused')
    expect(await shown(client, id)).toMatchObject({ status: 'sent', reason: null })
    expect((await subjects()).join()).toContain('stays with the school')
    await desk(server, 'returned', id, '--reason', 'school_refused')
    expect(await shown(client, id)).toMatchObject({ status: 'returning', reason: 'school_refused' })
  })

  test('sees what is late, and the server says so', async () => {
    const [first, second] = [await bought(), await bought()]
    await desk(server, 'sent', second)
    expect(await education.figures(server.deps)).toEqual({ tuitionToSend: 0, tuitionUnconfirmed: 0 })
    server.advance(LIMITS.tuitionSendDays * DAY + 1)
    expect(await education.figures(server.deps)).toEqual({ tuitionToSend: 1, tuitionUnconfirmed: 0 })
    server.advance(3 * DAY)
    expect(await education.figures(server.deps)).toEqual({ tuitionToSend: 1, tuitionUnconfirmed: 1 })
    expect((await desk(server, 'list')).match(/OVERDUE/g)).toHaveLength(2)
    expect(await desk(server, 'list')).toContain(first)
  })
})

describe('the receipt', () => {
  const textOf = async (id: string, lang: Lang): Promise<string> =>
    readPages(await drawTuitionReceipt(server.deps, await rowOf(id), lang, { plain: true })).join('\n')
  test('is a PDF in both languages once it is paid, and states the facts of the moment it is made', async () => {
    const id = await sent(server, client)
    expect(refusal(await client.blob(tuitionReceipt, { id, language: 'en' }))).toBe('not_paid')
    await paid(server, gateway, client, id)
    for (const language of LANGS) {
      const reply = await client.blob(tuitionReceipt, { id, language })
      expect(reply.ok && reply.data instanceof Blob ? await reply.data.slice(0, 5).text() : reply).toBe('%PDF-')
    }
    const english = await textOf(id, 'en')
    for (const words of ['LIN YUE', '林建国', '201834567', '5,000.00', '45,750.00', '9.1500', 'WeChat Pay', id])
      expect(english).toContain(words)
    expect(await textOf(id, 'cn')).toContain('学费代缴收据')
    await desk(server, 'sent', id)
    await desk(server, 'confirmed', id, '--reference', 'NB-88120')
    expect(await textOf(id, 'en')).toContain('NB-88120')
    await desk(server, 'returned', id, '--reason', 'payer_asked')
    expect(await textOf(id, 'en')).toContain('not proof of payment')
    expect(refusal(await server.client().blob(tuitionReceipt, { id, language: 'en' }))).toBe('not_found')
  })
})

describe('the end of it', () => {
  test('an unpaid order is deleted with its invoice after its period, unless a repeated order still uses it', async () => {
    const id = await sent(server, client)
    ok(await client.request(cancelTuition, { id }))
    const { id: again } = ok(await client.request(repeatTuition, { id, key: 'one-more-time' }))
    await paid(server, gateway, client, again)
    await later(LIMITS.tuitionUnpaidDays * DAY)
    expect(await server.deps.db.selectFrom('education_orders').select('id').execute()).toEqual([{ id: again }])
    expect(await eventsOf(id)).toEqual(['purged'])
    expect(await filesLeft()).toBeGreaterThan(0)
    await desk(server, 'sent', again)
    await desk(server, 'confirmed', again, '--reference', 'NB-1')
    await later(LIMITS.tuitionInvoiceDays * DAY)
    expect([await filesLeft(), (await rowOf(again)).invoice_file]).toEqual([0, null])
    await later(LIMITS.tuitionYears * 366 * DAY)
    expect(await server.deps.db.selectFrom('education_orders').select('id').execute()).toEqual([])
  })

  test('an open one keeps the account from being closed; paid ones are kept, the rest is deleted, and the copy of data holds all', async () => {
    const user = await logInAs(server, PAYER, client)
    const [done, open] = [await sent(server, user), await sent(server, user)]
    await paid(server, gateway, user, done)
    const { obstacles } = ok(await user.request(accountClosure, {}))
    expect(
      obstacles
        .filter((it) => it.kind === 'tuition')
        .map((it) => it.number)
        .sort(),
    ).toEqual([done, open].sort())
    const { id: userId } = await server.deps.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    const records = await recordsOf(server.deps, userId)
    expect((await rowsOf(server.deps, records, 'orders'))['education_orders']).toMatchObject([
      { facts: { student: 'LIN YUE' } },
      { facts: { student: 'LIN YUE' } },
    ])
    expect((await rowsOf(server.deps, records, 'payments'))['payments']).toHaveLength(1)
    ok(await user.request(cancelTuition, { id: open }))
    await desk(server, 'sent', done)
    await desk(server, 'confirmed', done, '--reference', 'NB-1')
    await server.drain()
    const closure = ok(await user.request(accountClosure, {}))
    expect([closure.obstacles, closure.kept]).toMatchObject([[], [{ kind: 'tuition', number: done }]])
    await server.deps.write(async (trx) =>
      educationClosure.erase(server.deps, trx, await closingPerson(trx, userId, server.deps.clock())),
    )
    expect(await server.deps.db.selectFrom('education_orders').select('id').execute()).toEqual([{ id: done }])
  })
})
