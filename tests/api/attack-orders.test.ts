/**
 * Applications as an attacker fills them in: invisible characters, cover that begins in years, unlimited drafts and
 * letters.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '../../src/lib/days/dates.ts'
import { startServer, type TestServer } from './start-server.ts'
import { cancelOrder, createOrder, saveOrder, type HealthAnswers } from '../../src/features/orders/contract.ts'
import { Buyer, person, SELF, TRIP } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const TODAY = '2026-03-01'
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

test('a school or an email with invisible characters is refused at its field, not after the payment', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  for (const mark of ['\u202e', '\u2066', '\u061c', '\u3164']) {
    const policyholder = person('2004-08-20', {
      institution: `Sample${mark}University`,
      email: `lin${mark}x@example.com`,
    })
    const view = await buyer.save({ people: { ...SELF, policyholder } })
    expect(view.peopleErrors).toMatchObject({
      'people.policyholder.institution': 'invisible_characters',
      'people.policyholder.email': 'email_format',
    })
    expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({ ok: false })
  }
})

test('invisible characters that come with pasted text are removed silently', async () => {
  const buyer = new Buyer(server)
  await buyer.create(TRIP, 'pasted-draft')
  const policyholder = person('2004-08-20', {
    institution: '\ufeffSample Univer\u00adsity\u200b',
    email: '\u200elin@example.com\u202c',
    mobile: '\u202d13800138000\u202c',
    idName: '\u200b林晓',
  })
  expect((await buyer.save({ people: { ...SELF, policyholder } })).peopleErrors).toEqual({})
})

test("cover has to begin within a year, so that today's price cannot be kept for later years", async () => {
  const buyer = new Buyer(server)
  await buyer.create(TRIP, 'far-draft')
  const last = addDays(TODAY, 366)
  const starting = async (start: string) =>
    (await buyer.save({ trip: { ...TRIP, start, end: addDays(start, 200) }, people: SELF })).peopleErrors
  expect(await starting(last)).toEqual({})
  expect(await starting(addDays(last, 1))).toEqual({ 'trip.start': 'start_far' })
  expect(await starting('2041-02-21')).toEqual({ 'trip.start': 'start_far' })
  expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({ ok: false })
})

/** A server with the limits of a real one: 60 drafts a day, 5 letters an hour. */
const strict = (): Promise<TestServer> => startServer({ env: { CALLS_PER_MINUTE: '600' } })
const MINUTE = 60_000

test('one network address can begin a limited number of drafts a day, and more after a login', async () => {
  const limited = await strict()
  // Each call comes from its own customer; the test counts drafts.
  const begin = async (i: number) => {
    if (i % 500 === 499) limited.advance(MINUTE)
    return limited.client().request(createOrder, { trip: TRIP, key: `draft-number-${i}` })
  }
  for (let i = 0; i < 60; i++) expect(await begin(i)).toMatchObject({ ok: true })
  const refused = await begin(60)
  expect(refused).toMatchObject({ ok: false, code: 'drafts_many', message: expect.stringContaining('Sign in') })
  expect(refused.ok ? 0 : refused.extra['retryAfter']).toBe(86_400)
  expect(
    await (await logInAs(limited, 'real@example.com')).request(createOrder, { trip: TRIP, key: 'draft-of-a-user' }),
  ).toMatchObject({ ok: true })
  limited.advance(24 * 60 * MINUTE)
  expect(await begin(61)).toMatchObject({ ok: true })
  await limited.close()
})

test('the drafts of one network address have a limited total size, however they are saved', async () => {
  const limited = await strict()
  const details = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`q${i}`, '病'.repeat(900)]))
  const health: HealthAnswers = { answers: {}, details }
  const saved = async (i: number) => {
    const buyer = new Buyer(limited)
    await buyer.create(TRIP, `heavy-draft-${i}`)
    await buyer.agreeToSensitive()
    return buyer.client.request(saveOrder, { ...buyer.at, health })
  }
  let i = 0
  for (; i < 59; i++) if (!(await saved(i)).ok) break
  expect(i).toBeGreaterThan(20)
  expect(await saved(59)).toMatchObject({ ok: false, code: 'drafts_many' })
  const rows = await limited.deps.db.selectFrom('draft_origins').select('bytes').execute()
  expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(60 * 64 * 1024)
  await limited.close()
})

test('an unproven mailbox gets few mails, whoever orders in its name; the others wait or are dropped', async () => {
  const limited = await strict()
  const letters = async (): Promise<number> => {
    await limited.drain()
    return (await limited.deps.db.selectFrom('messages').select('id').where('to', 'like', 'victim%').execute()).length
  }
  const order = async (i: number, email: string) => {
    const buyer = new Buyer(limited)
    await buyer.create(TRIP, `letters-of-${i}`)
    await buyer.fillIn({ ...SELF, policyholder: person('2004-08-20', { email }) })
    await buyer.submit(true)
    await buyer.client.request(cancelOrder, buyer.at)
  }
  for (let i = 0; i < 8; i++) {
    await order(i, i % 2 === 0 ? 'victim@example.com' : `victim+${i}@example.com`)
    limited.advance(MINUTE)
  }
  expect(await letters()).toBe(5)
  limited.advance(90 * MINUTE)
  expect(await letters()).toBe(10)
  limited.advance(20 * 60 * MINUTE)
  expect(await letters()).toBe(10)
  await limited.close()
})

test('a mailbox that was proven by a login gets every mail', async () => {
  const limited = await strict()
  const client = await logInAs(limited, 'lin@example.com')
  for (let i = 0; i < 4; i++) {
    const buyer = new Buyer(limited, client)
    await buyer.create(TRIP, `proven-order-${i}`)
    await buyer.fillIn()
    await buyer.submit(true)
    await client.request(cancelOrder, buyer.at)
    limited.advance(MINUTE)
  }
  await limited.drain()
  const rows = await limited.deps.db.selectFrom('messages').select('code').where('to', '=', 'lin@example.com').execute()
  expect(rows.filter(({ code }) => code === null)).toHaveLength(8)
  await limited.close()
})
