/** Nothing is charged that cannot be issued: every name and school is tried with the documents' fonts before payment. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getOrder, listOrders } from '../../src/features/orders/contract.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, ok, person, SELF } from './orders-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const named = (over: Parameters<typeof person>[1]) => ({ ...SELF, policyholder: person('2004-08-20', over) })

test('𠮷田㼆 at 서울대학교 buys a policy and gets it', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(named({ idName: '𠮷田㼆', institution: '서울대학교' }))
  expect(buyer.view.peopleErrors).toEqual({})
  const { id } = await buyer.submit()
  await server.deps.write((trx) => markPaid(trx, { orderId: id, paymentId: 'test', at: server.deps.clock() }))
  await server.drain()
  const order = ok(await buyer.client.request(getOrder, { id }))
  expect(order.status).toBe('issued')
  const documents = await server.deps.db
    .selectFrom('policy_documents')
    .select(['kind', 'lang', 'file_id'])
    .where('policy_id', '=', order.policyId ?? '')
    .execute()
  expect(documents.filter(({ file_id }) => file_id === null)).toEqual([])
  await keepForLooking(documents)
})

/** `LOOK=<folder>` writes the documents there, for viewing. */
async function keepForLooking(
  documents: readonly { kind: string; lang: string; file_id: string | null }[],
): Promise<void> {
  const folder = process.env['LOOK']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const { kind, lang, file_id } of documents) {
    const found = await server.deps.files.get(file_id ?? '')
    writeFileSync(`${folder}/${kind}-${lang}.pdf`, found ? await buffer(found.stream) : '')
  }
}

test('a character that no font can draw is named at its field, and the application cannot be sent', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  await buyer.readFirst()
  await buyer.save({ people: named({ idName: '林𱐀', institution: 'University 😀🚑' }) })
  expect(buyer.view.peopleErrors).toEqual({
    'people.policyholder.idName': 'name_unprintable',
    'people.policyholder.institution': 'school_unprintable',
  })
  expect(buyer.view.unprintable).toEqual({
    'people.policyholder.idName': '𱐀',
    'people.policyholder.institution': '😀🚑',
  })
  expect(buyer.view.open).toBe('people')
  const sent = await buyer.trySubmit()
  expect(sent.ok ? 'ok' : [sent.code, sent.extra.step]).toEqual(['invalid', 'people'])
  expect(ok(await buyer.client.request(listOrders, {})).orders[0]).toMatchObject({ status: 'created', open: 'people' })
})

test.each([
  ['جامعة القاهرة', {}],
  ['جامعة 6 أكتوبر', { 'people.policyholder.institution': 'school_directions' }],
  ['จุฬาลงกรณ์มหาวิทยาลัย', {}],
  ['Boğaziçi Üniversitesi', {}],
  ['Đại học Bách khoa', {}],
  ['दिल्ली विश्वविद्यालय', { 'people.policyholder.institution': 'school_unprintable' }],
])('the school %s: %o', async (institution, errors) => {
  const buyer = new Buyer(server)
  await buyer.create()
  await buyer.save({ people: named({ institution }) })
  expect(buyer.view.peopleErrors).toEqual(errors)
})

test('a Chinese name beside a passport may be left out, and is not looked at once another ID is chosen', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  const passport = { idType: 'passport' as const, idNumber: 'E12345678', idName: 'LIN XIAO', chineseName: '林𱐀' }
  await buyer.save({ people: named(passport) })
  expect(buyer.view.peopleErrors).toEqual({ 'people.policyholder.chineseName': 'second_name_unprintable' })
  await buyer.save({ people: named({ chineseName: '林𱐀' }) })
  expect(buyer.view.peopleErrors).toEqual({})
})
