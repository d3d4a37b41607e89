import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  agreeConsent,
  getOrder,
  orderText,
  salesLog,
  sendConsent,
  viewConsent,
} from '../../src/features/orders/contract.ts'
import { logInAs } from './logged-in-user.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, FOR_CHILD, messages, ok, parent, person, refusal, SELF, TRIP } from './orders-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const student = (birth: string) => person(birth, { email: 'student@example.com', idName: '林小雨' })

async function buyerFor(birth: string): Promise<Buyer> {
  const buyer = new Buyer(server)
  await buyer.create({ ...TRIP, tier: 'standard' })
  await buyer.fillIn(FOR_CHILD(student(birth)))
  return buyer
}
/** The student's own browser. */
async function answer(
  code: string,
  over: { agree?: boolean; amount?: number | null; nameConfirmed?: boolean; sensitive?: boolean } = {},
) {
  const client = server.client({ device: 'mobile' })
  const view = ok(await client.request(viewConsent, { code }))
  return client.request(agreeConsent, {
    code,
    agree: true,
    nameConfirmed: true,
    sensitive: true,
    amount: view.deathBenefit,
    sha256: view.text.sha256,
    openedAt: server.deps.clock() - 9_000,
    ...over,
  })
}

describe('an adult for whom a parent buys (domain §4.2)', () => {
  test('agrees on their own page, by naming the sum', async () => {
    const buyer = await buyerFor('2005-05-01')
    expect(buyer.view).toMatchObject({
      open: 'consent',
      consent: { status: 'not_sent' },
      consequences: { consentNeeded: 'student', deathBenefit: 300_000 },
    })
    expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({ code: 'incomplete', extra: { step: 'consent' } })
    const code = await buyer.consent()
    expect(buyer.view.consent).toMatchObject({ status: 'sent', destination: 's•••@example.com' })
    const view = ok(await server.client().request(viewConsent, { code }))
    expect(view).toMatchObject({
      status: 'sent',
      insured: '林小雨',
      policyholder: parent.idName,
      relationship: 'child',
      deathBenefit: 300_000,
    })
    expect(JSON.stringify(view)).not.toContain(parent.idNumber)
    expect(await answer(code, { amount: 100_000 })).toMatchObject({
      code: 'invalid',
      fields: { amount: 'amount_differs' },
    })
    expect(await answer(code, { sensitive: false })).toMatchObject({
      code: 'invalid',
      fields: { sensitive: 'sensitive_consent_required' },
    })
    expect(await answer(code, { amount: null, nameConfirmed: false })).toMatchObject({
      fields: { amount: 'amount_required', nameConfirmed: 'name_confirm_required' },
    })
    expect(ok(await answer(code)).status).toBe('agreed')
    expect(ok(await answer(code)).status).toBe('agreed')
    expect(refusal(await answer(code, { agree: false }))).toBe('consent_settled')
    buyer.order = ok(await buyer.client.request(getOrder, { id: buyer.view.id }))
    expect(buyer.view).toMatchObject({ open: 'check', consent: { status: 'agreed' } })
    expect((await buyer.submit()).status).toBe('awaiting_payment')
    await server.drain()
    expect(
      (await messages(server)).some(({ to, subject }) => to === parent.email && subject.includes('has agreed')),
    ).toBe(true)
  })
  test('is answered alike when they press twice at the same moment, and counted once', async () => {
    const buyer = await buyerFor('2005-05-09')
    const code = await buyer.consent()
    const replies = await Promise.all([answer(code), answer(code), answer(code)])
    expect(replies.map((it) => ok(it).status)).toEqual(['agreed', 'agreed', 'agreed'])
    const { entries } = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
    expect(entries.filter(({ kind }) => kind === 'consent_agreed')).toHaveLength(1)
  })
  test('is not refused and agreed to at the same moment', async () => {
    const buyer = await buyerFor('2005-05-10')
    const code = await buyer.consent()
    const replies = await Promise.all([
      answer(code),
      answer(code, { agree: false, amount: null, nameConfirmed: false }),
    ])
    expect(replies.map(refusal).sort()).toEqual(['consent_settled', 'ok'])
  })
  test('is named in English as in the passport and in Chinese as on the ID', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, tier: 'standard' })
    await buyer.fillIn(FOR_CHILD({ ...student('2005-06-01'), passportName: 'lin xiaoyu' }))
    const code = await buyer.consent()
    const named = async (lang: 'en' | 'cn') => ok(await server.client({ lang }).request(viewConsent, { code })).insured
    expect([await named('en'), await named('cn')]).toEqual(['LIN XIAOYU', '林小雨'])
  })
  test.each([
    ['a mainland ID', student('2005-07-01'), /^【有方】林建国正在为林小雨投保.*\/cn\/confirm\?consent=/],
    [
      'a Chinese passport',
      { ...student('2005-07-02'), idType: 'passport' as const, idNumber: 'EJ7654321', idName: 'LIN XIAOYU' },
      /^【有方】/,
    ],
    [
      'the passport of another country',
      {
        ...student('2005-07-03'),
        idType: 'passport' as const,
        idNumber: 'K7654321',
        idName: 'ANNA LIN',
        nationality: 'CA',
      },
      /^\[Youfang\] .*ANNA LIN/,
    ],
  ])('is asked by a text message in the language of %s, whichever the buyer reads', async (_, insured, said) => {
    for (const [i, lang] of (['en', 'cn'] as const).entries()) {
      const mobile = `1380000${insured.birthDate.slice(-2)}${10 + i}`
      const buyer = new Buyer(server, server.client({ lang }))
      await buyer.create({ ...TRIP, tier: 'standard' })
      await buyer.fillIn(FOR_CHILD({ ...insured, mobile }))
      ok(await buyer.client.request(sendConsent, { ...buyer.at, channel: 'mobile' }))
      await server.drain()
      expect((await messages(server)).find(({ to }) => to === mobile)?.text).toMatch(said)
    }
  })
  test('is asked by a mail in both languages, each with its own names and address', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, tier: 'standard' })
    await buyer.fillIn(FOR_CHILD({ ...student('2005-06-02'), passportName: 'lin xiaoyu' }))
    const code = await buyer.consent()
    const [mail] = await messages(server)
    const { lang } = buyer.view
    expect(mail?.subject).toMatch(
      lang === 'cn' ? /请您本人确认 \/ .+needs your consent$/ : /needs your consent \/ .+请您本人确认$/,
    )
    for (const part of [mail?.text, mail?.html]) {
      for (const said of [
        `/confirm?consent=${code}`,
        `/cn/confirm?consent=${code}`,
        'LIN XIAOYU',
        '林小雨',
        'The link works for 7 days',
        '链接7日内有效',
      ])
        expect(part).toContain(said)
    }
  })
  test('may refuse without a reason, and the buyer is told only that', async () => {
    const buyer = await buyerFor('2005-05-02')
    const code = await buyer.consent()
    expect(ok(await answer(code, { agree: false, amount: null, nameConfirmed: false })).status).toBe('refused')
    expect(ok(await buyer.client.request(getOrder, { id: buyer.view.id }))).toMatchObject({
      open: 'consent',
      consent: { status: 'refused' },
    })
  })
  test('has agreed to what is bought, not to something else afterwards', async () => {
    const buyer = await buyerFor('2005-05-03')
    const code = await buyer.consent()
    ok(await answer(code))
    await buyer.save({ trip: { ...TRIP, start: '2026-04-01' } })
    expect(buyer.view).toMatchObject({ open: 'consent', consent: { status: 'not_sent' } })
    expect(refusal(await server.client().request(viewConsent, { code }))).toBe('consent_expired')
  })
  test('need not answer again because the buyer corrects their own address', async () => {
    const buyer = await buyerFor('2005-05-06')
    ok(await answer(await buyer.consent()))
    const people = FOR_CHILD(student('2005-05-06'))
    const corrected = { ...people, policyholder: { ...parent, email: 'corrected@example.com', mobile: '13700000001' } }
    await buyer.save({ people: corrected })
    expect(buyer.view).toMatchObject({ open: 'check', consent: { status: 'agreed' } })
    // Another buyer is another matter, and it is said that an answer was there.
    await buyer.save({ people: { ...corrected, policyholder: { ...corrected.policyholder, idName: '林建业' } } })
    expect(buyer.view).toMatchObject({
      open: 'consent',
      consent: { status: 'not_sent', settledAt: expect.any(Number) },
    })
  })
  test('gets a new link that ends the old one, not more often than once a minute', async () => {
    const buyer = await buyerFor('2005-05-04')
    const first = await buyer.consent()
    expect(await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email' })).toMatchObject({
      code: 'too_soon',
      extra: { retryAfter: 60 },
    })
    server.advance(60_000)
    const second = await buyer.consent()
    expect(second).not.toBe(first)
    expect(refusal(await server.client().request(viewConsent, { code: first }))).toBe('consent_expired')
    server.advance(8 * 86_400_000)
    expect(refusal(await server.client().request(viewConsent, { code: second }))).toBe('consent_expired')
  })
  test('is never answered for by the buyer', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, start: '2026-05-01' })
    await buyer.readFirst()
    await buyer.save({ people: FOR_CHILD({ ...student('2005-05-05'), email: 'Parent@example.com' }) })
    expect(buyer.view.peopleErrors).toEqual({ 'people.insured.email': 'reach_own' })
    await buyer.save({ people: FOR_CHILD({ ...student('2005-05-05'), email: parent.email, mobile: '13800000527' }) })
    expect(await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email' })).toMatchObject({
      fields: { 'people.insured.email': 'reach_own' },
    })
    expect(refusal(await server.client().request(viewConsent, { code: '0'.repeat(26) }))).toBe('consent_expired')
    const code = await buyer.consent('mobile')
    expect((await messages(server)).find(({ to }) => to === '13800000527')).toMatchObject({ channel: 'sms' })
    expect(ok(await answer(code)).status).toBe('agreed')
  })
  test("is not answered for from the buyer's account, nor from a second name of the buyer's mailbox", async () => {
    const buyer = new Buyer(server, await logInAs(server, 'account.of.parent@example.com'))
    await buyer.create({ ...TRIP, start: '2026-05-01' })
    await buyer.fillIn(FOR_CHILD({ ...student('2005-05-07'), email: 'account.of.parent@example.com' }))
    expect(await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email' })).toMatchObject({
      fields: { 'people.insured.email': 'reach_own' },
    })
    await buyer.save({ people: FOR_CHILD({ ...student('2005-05-07'), email: 'parent+student@example.com' }) })
    expect(buyer.view.peopleErrors).toEqual({ 'people.insured.email': 'reach_own' })
  })
  test('is not flooded by application after application', async () => {
    const codes: string[] = []
    for (let i = 0; i <= 10; i++) {
      const buyer = new Buyer(server)
      await buyer.create({ ...TRIP, start: '2026-05-01' })
      await buyer.fillIn(FOR_CHILD({ ...student('2005-05-08'), email: 'flooded@example.com' }))
      codes.push(refusal(await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email' })))
    }
    expect(codes).toEqual([...Array<string>(10).fill('ok'), 'too_many'])
  })
  test('is asked only where it is needed', async () => {
    const self = new Buyer(server)
    await self.create({ ...TRIP, start: '2026-05-01' })
    await self.fillIn({ ...SELF, policyholder: person('2005-05-06') })
    expect(self.view.steps).not.toContain('consent')
    expect(refusal(await self.client.request(sendConsent, { ...self.at, channel: 'email' }))).toBe('consent_not_needed')
  })
})

describe('minors', () => {
  test('are insured by their parents within the legal sum, without a consent of their own', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, start: '2026-05-01' })
    await buyer.readFirst()
    await buyer.save({ people: FOR_CHILD(student('2018-05-05')) })
    expect(buyer.view.peopleErrors).toEqual({ 'people.deathBenefitElsewhere': 'elsewhere_required' })
    await buyer.save({ people: FOR_CHILD(student('2018-05-05'), { deathBenefitElsewhere: 50_000 }) })
    expect(buyer.view.consequences).toMatchObject({
      deathBenefit: 150_000,
      minorLimit: 200_000,
      proofOfRelationship: true,
      consentNeeded: null,
    })
    const text = ok(await buyer.client.request(orderText, { id: buyer.view.id, page: 'death-benefit-consent' }))
    expect(JSON.stringify(text)).toContain('CNY\u00a0150,000')
  })
  test('get no death benefit when an aunt or a school buys, and may be insured all the same', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, start: '2026-05-01' })
    await buyer.fillIn({ ...FOR_CHILD(student('2012-05-05')), relationship: 'dependant' })
    expect(buyer.view).toMatchObject({
      open: 'check',
      consequences: { deathBenefitExcluded: 'minor_not_parent', deathBenefit: 0 },
    })
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })
  test('cannot buy for themselves', async () => {
    const buyer = new Buyer(server)
    await buyer.create({ ...TRIP, start: '2026-05-01' })
    await buyer.readFirst()
    await buyer.save({ people: { ...SELF, policyholder: person('2011-01-01'), deathBenefitElsewhere: 0 } })
    expect(await buyer.trySubmit({ premium: 1 })).toMatchObject({
      code: 'invalid',
      fields: { 'people.policyholder.birthDate': 'buyer_age' },
    })
  })
})
