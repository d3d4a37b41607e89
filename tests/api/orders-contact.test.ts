/** Email or mobile, whichever the buyer has: the account's own is filled in, and every message reaches it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { cancelOrder, orderAgain, salesLog, salesRecordFile } from '../../src/features/orders/contract.ts'
import { getPolicy } from '../../src/features/policies/contract.ts'
import { readPages } from '../../src/server/pdf/read-pdf.testing.ts'
import { LANGS } from '../../src/lib/locale.ts'
import { startServer, type TestServer } from './start-server.ts'
import { agreeToSensitive, Buyer, idOf, ok, person, refusal, SELF, sentFile, TRIP } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const MOBILE = '13900000527'
const texts = (to: string) =>
  server.deps.db
    .selectFrom('messages')
    .selectAll()
    .where('to', '=', to)
    .where('code', 'is', null)
    .orderBy('id')
    .execute()
const buyerOf = (birth: string, over: Parameters<typeof person>[1] = {}) => ({
  ...SELF,
  policyholder: person(birth, over),
})

test('somebody with only a mobile number can buy, and gets order and policy by text message with a link', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(buyerOf('2001-01-01', { email: '', mobile: '139 0000 0527' }))
  expect(buyer.view.peopleErrors).toEqual({})
  await buyer.submit()
  await server.deps.write((trx) =>
    markPaid(trx, { orderId: buyer.view.id, paymentId: 'test', at: server.deps.clock() }),
  )
  await server.drain()
  const said = await texts(MOBILE)
  expect(said).toHaveLength(2)
  expect(said[0]?.text).toMatch(new RegExp(`https?:\\S+/checkstand/${buyer.view.id}\\b`))
  expect(said[1]?.text).toMatch(/YF26-/)
  expect(said[1]?.text).toMatch(/Documents: https?:\S+\/insurance-policy\/details\?id=/)
  // The policy is in that number's account, on any device.
  const phone = await logInAs(server, MOBILE)
  const { policy_id: policy } = await server.deps.db
    .selectFrom('orders')
    .select('policy_id')
    .where('id', '=', buyer.view.id)
    .executeTakeFirstOrThrow()
  expect(
    ok(await phone.request(getPolicy, { id: policy ?? '' })).documents.filter(({ kind }) => kind !== 'terms'),
  ).toHaveLength(8)
})

test('without an email or a mobile number an application cannot be sent', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  await buyer.readFirst()
  await buyer.save({ people: buyerOf('2001-02-02', { email: '', mobile: ' ' }) })
  expect(buyer.view.peopleErrors).toEqual({ 'people.policyholder.email': 'contact_required' })
  expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({
    code: 'invalid',
    fields: { 'people.policyholder.email': 'contact_required' },
  })
})

test('the account’s proven contacts are filled in, and nothing is for a visitor', async () => {
  const mobile = new Buyer(server, await logInAs(server, '13700000527'))
  expect((await mobile.create(TRIP, 'prefilled-1')).answers.people.policyholder).toMatchObject({
    mobile: '13700000527',
    email: '',
  })
  const email = new Buyer(server, await logInAs(server, 'prefilled@example.com'))
  expect((await email.create(TRIP, 'prefilled-2')).answers.people.policyholder).toMatchObject({
    mobile: '',
    email: 'prefilled@example.com',
  })
  const visitor = new Buyer(server)
  expect((await visitor.create(TRIP, 'prefilled-3')).answers.people.policyholder).toMatchObject({
    mobile: '',
    email: '',
  })
})

test('the passport number is masked once sent, is printed on the policy, and is reused only for the person who typed it', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(
    buyerOf('2001-03-03', { passportNumber: 'ej3123456', passportName: 'LIN XIAO', email: 'passport@example.com' }),
  )
  expect(buyer.view.answers.people.policyholder.passportNumber).toBe('ej3123456')
  await buyer.submit()
  expect(buyer.view.answers.people.policyholder).toMatchObject({
    passportNumber: 'E •••• 56',
    idNumber: expect.stringMatching(/^1101 •••• \d{3}[\dX]$/),
  })
  const rows = await server.deps.db.selectFrom('orders').select('answers').execute()
  expect(JSON.stringify(rows)).not.toMatch(/ej3123456/i)
  ok(await buyer.client.request(cancelOrder, buyer.at))
  expect(
    (
      await agreeToSensitive(
        buyer.client,
        ok(await buyer.client.request(orderAgain, { id: buyer.view.id, key: 'again-maker' })),
      )
    ).answers.people.policyholder.passportNumber,
  ).toBe('ej3123456')
  const other = await logInAs(server, 'passport@example.com')
  expect(
    (await agreeToSensitive(other, ok(await other.request(orderAgain, { id: buyer.view.id, key: 'again-other' }))))
      .answers.people.policyholder,
  ).toMatchObject({ passportNumber: '', idNumber: '' })
})

test('the sales record is a document that a person can read, for the buyer alone', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(buyerOf('2001-04-04', { email: 'record@example.com' }))
  await buyer.submit()
  const { id } = buyer.view
  const { entries } = ok(await buyer.client.request(salesLog, { id }))
  for (const language of LANGS) {
    const file = sentFile(await buyer.client.blob(salesRecordFile, { id, language }))
    expect(file.type).toBe('application/pdf')
    const bytes = new Uint8Array(await file.arrayBuffer())
    expect(new TextDecoder('latin1').decode(bytes.slice(0, 5))).toBe('%PDF-')
    const { factsOf } = await import('../../src/features/orders/server/sales-record/sales-record-pdf-facts.ts')
    const { drawSalesRecord } = await import('../../src/features/orders/server/sales-record/draw-sales-record.ts')
    const { fontsIn } = await import('../../src/server/pdf/load-fonts.ts')
    const row = await server.deps.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const [facts, fonts] = [await factsOf(server.deps, row, language), fontsIn(undefined)]
    const say = (key: string, values?: Record<string, unknown>) => server.deps.words(language, key, values)
    // In a thread and without compression: the same document.
    expect(Buffer.from(bytes).equals(await drawSalesRecord(facts, say, fonts))).toBe(true)
    const text = readPages(await drawSalesRecord(facts, say, fonts, { plain: true }))
      .join('\n')
      .replace(/[\s\u00a0]+/g, '')
    for (const { sha256 } of entries.flatMap(({ data }) =>
      typeof data['sha256'] === 'string' ? [{ sha256: data['sha256'] }] : [],
    ))
      expect(text).toContain(sha256)
    expect(text).toContain(entries.at(-1)?.hash)
    expect(text).toContain(id)
    expect(text).toContain(language === 'en' ? 'No.Eachofthe' : '没有改动。共')
    for (const secret of ['林晓', 'record@example.com', idOf('2001-04-04', 'female')])
      expect(text).not.toContain(secret)
  }
  expect(refusal(await server.client().request(salesRecordFile, { id, language: 'en' }))).toBe('not_found')
})
