/**
 * No sensitive data of an application is stored before the separate consent, which is recorded once and can be
 * withdrawn (decision 0081).
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  cancelOrder,
  createOrder,
  getOrder,
  orderAgain,
  orderText,
  readPage,
  salesLog,
  saveOrder,
  submitOrder,
  withdrawSensitive,
  type OrderView,
} from '../../src/features/orders/contract.ts'
import type { Input } from '../../src/lib/contract.ts'
import { Buyer, FOR_CHILD, ok, parent, person, SELF, TRIP } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const NUMBER = SELF.policyholder.idNumber
const numberless = { ...SELF, policyholder: { ...SELF.policyholder, idNumber: '' } }
const HEALTH = { answers: { q3: 'no' as const }, details: {} }

/** Saves as a page does that does not know about consents. */
const save = (buyer: Buyer, groups: Partial<Input<typeof saveOrder>>) =>
  buyer.client.request(saveOrder, { ...buyer.at, ...groups })
const stored = (buyer: Buyer): Promise<OrderView> => buyer.client.request(getOrder, { id: buyer.view.id }).then(ok)
const acts = async (buyer: Buyer) => ok(await buyer.client.request(salesLog, { id: buyer.view.id }))

async function begun(): Promise<Buyer> {
  const buyer = new Buyer(server)
  await buyer.create()
  return buyer
}

describe('before the consent', () => {
  test.each([
    ['an ID number', { people: SELF }],
    [
      'a passport number',
      { people: { ...numberless, policyholder: { ...numberless.policyholder, passportNumber: 'EJ1234567' } } },
    ],
    [
      'a number of somebody in the family',
      {
        people: {
          ...numberless,
          family: [
            { key: 'p1', relationship: 'spouse' as const, person: person('2003-01-01'), deathBenefitElsewhere: null },
          ],
        },
      },
    ],
    [
      'the name of a child',
      { people: FOR_CHILD({ ...person('2015-01-01'), idNumber: '' }, { policyholder: { ...parent, idNumber: '' } }) },
    ],
    ['a health answer', { health: HEALTH }],
  ])('%s is refused, and nothing of it stored', async (_, groups) => {
    const buyer = await begun()
    expect(buyer.view.sensitiveConsent).toBe('none')
    const { version, answers } = buyer.view
    expect(await save(buyer, groups)).toMatchObject({
      code: 'invalid',
      fields: { 'people.sensitive': 'sensitive_consent_required' },
    })
    expect(await stored(buyer)).toMatchObject({ version, answers })
  })

  test('everything else is saved, and the page of people stays open', async () => {
    const buyer = await begun()
    await buyer.readFirst()
    buyer.order = ok(await save(buyer, { people: numberless }))
    expect(buyer.view).toMatchObject({
      open: 'people',
      sensitiveConsent: 'none',
      peopleErrors: { 'people.sensitive': 'sensitive_consent_required' },
    })
    const sent = await buyer.client.request(submitOrder, {
      ...buyer.at,
      premium: buyer.view.premium?.amount ?? 0,
      sha256: 'a'.repeat(64),
      openedAt: 0,
    })
    expect(sent).toMatchObject({ code: 'invalid', extra: { step: 'people' } })
  })

  test('a date of birth gives a price, a child’s too', async () => {
    const { client } = new Buyer(server)
    const order = ok(
      await client.request(createOrder, {
        trip: { ...TRIP, plan: 'short-camp', tier: '', end: '2026-03-20' },
        birthDate: '2015-01-01',
        key: 'child-price-1',
      }),
    )
    expect(order).toMatchObject({
      sensitiveConsent: 'none',
      answers: { people: { insured: { birthDate: '2015-01-01', idName: '' } } },
    })
  })
})

describe('the consent', () => {
  test('is recorded once, by version and checksum, apart from the declarations', async () => {
    const buyer = await begun()
    const { sha256, version: textVersion } = ok(
      await buyer.client.request(orderText, { id: buyer.view.id, page: 'sensitive-data' }),
    )
    expect(
      await buyer.client.request(readPage, {
        ...buyer.at,
        page: 'sensitive-data',
        sha256: 'a'.repeat(64),
        openedAt: 0,
      }),
    ).toMatchObject({ code: 'text_changed' })
    await buyer.read('sensitive-data')
    expect(buyer.view.sensitiveConsent).toBe('given')
    const { version } = buyer.view
    expect((await buyer.read('sensitive-data')).version, 'a second tap').toBe(version)
    const { entries } = await acts(buyer)
    const given = entries.filter(({ kind, data }) => kind === 'read' && data['page'] === 'sensitive-data')
    expect(given.map(({ data }) => data)).toEqual([
      expect.objectContaining({ sha256, textVersion, lang: 'en', device: 'web' }),
    ])
    const declarations = ok(await buyer.client.request(orderText, { id: buyer.view.id, page: 'declarations' }))
    expect(declarations.declarations.map(({ id }) => id)).not.toContain('sensitive')
    expect((await buyer.fillIn()).answers.people.policyholder.idNumber).toBe(NUMBER)
    await buyer.submit()
    expect((await acts(buyer)).intact).toBe(true)
  })

  test('holds when somebody else is named, other days are chosen, and the application is opened again', async () => {
    const buyer = await begun()
    await buyer.fillIn()
    await buyer.save({ people: { ...SELF, policyholder: person('2003-08-20') }, trip: { ...TRIP, tier: 'premier' } })
    expect(buyer.view.sensitiveConsent).toBe('given')
    expect(buyer.view.stale.map(({ page }) => page)).not.toContain('sensitive-data')
  })

  test('taken back, numbers and health answers are gone, and the record says so', async () => {
    const buyer = await begun()
    await buyer.fillIn(
      { ...SELF, policyholder: { ...SELF.policyholder, passportName: 'LIN XIAO', passportNumber: 'EJ1234567' } },
      { q3: 'Asthma since 2019' },
    )
    const before = buyer.at
    buyer.order = ok(await buyer.client.request(withdrawSensitive, buyer.at))
    expect(buyer.view).toMatchObject({
      sensitiveConsent: 'none',
      open: 'people',
      answers: {
        health: { answers: {}, details: {} },
        people: { policyholder: { idName: '林晓', idNumber: '', passportNumber: '' } },
      },
    })
    const row = await server.deps.db
      .selectFrom('orders')
      .select(['insured_id_mac', 'reads'])
      .where('id', '=', buyer.view.id)
      .executeTakeFirstOrThrow()
    expect(row.insured_id_mac).toBeNull()
    expect(row.reads).not.toMatch(/sensitive-data|"health"/)
    expect((await acts(buyer)).entries.map(({ kind }) => kind)).toContain('sensitive_withdrawn')
    // Another open page still has what was typed.
    expect(await buyer.client.request(saveOrder, { ...before, people: SELF })).toMatchObject({ code: 'conflict' })
    expect(await save(buyer, { people: SELF })).toMatchObject({ code: 'invalid' })
    expect((await buyer.fillIn()).open, 'given anew').toBe('check')
  })

  test('cannot be taken back from an application that was sent', async () => {
    const buyer = await begun()
    await buyer.fillIn()
    await buyer.submit()
    expect(await buyer.client.request(withdrawSensitive, buyer.at)).toMatchObject({ code: 'not_editable' })
  })
})

describe('an application that was begun otherwise', () => {
  test('from the time when the consent was asked for last: what was typed stays, and it is asked before anything is added', async () => {
    const buyer = await begun()
    await buyer.fillIn()
    const { db } = server.deps
    const { reads } = await db
      .selectFrom('orders')
      .select('reads')
      .where('id', '=', buyer.view.id)
      .executeTakeFirstOrThrow()
    const without = JSON.stringify(
      (JSON.parse(reads) as { page: string }[]).filter(({ page }) => page !== 'sensitive-data'),
    )
    await server.deps.write((trx) =>
      trx.updateTable('orders').set({ reads: without }).where('id', '=', buyer.view.id).execute(),
    )
    buyer.order = await stored(buyer)
    expect(buyer.view).toMatchObject({
      sensitiveConsent: 'renew',
      open: 'people',
      answers: { people: { policyholder: { idNumber: NUMBER } } },
    })
    expect(await save(buyer, { people: { ...SELF, policyholder: person('2003-08-20') } })).toMatchObject({
      code: 'invalid',
    })
    await buyer.save({ trip: { ...TRIP, arrived: true } })
    await buyer.read('sensitive-data')
    expect(buyer.view).toMatchObject({
      sensitiveConsent: 'given',
      open: 'check',
      answers: { people: { policyholder: { idNumber: NUMBER } } },
    })
  })

  test('ordered again: numbers and health answers come with the consent, and not before', async () => {
    const buyer = await begun()
    await buyer.fillIn()
    await buyer.submit()
    ok(await buyer.client.request(cancelOrder, buyer.at))
    buyer.order = ok(await buyer.client.request(orderAgain, { id: buyer.view.id, key: 'again-key-1' }))
    expect(buyer.view).toMatchObject({
      sensitiveConsent: 'none',
      answers: { people: { policyholder: { idName: '林晓', idNumber: '' } }, health: { answers: {} } },
    })
    await buyer.read('sensitive-data')
    expect(buyer.view.answers).toMatchObject({
      people: { policyholder: { idNumber: NUMBER } },
      health: { answers: { q3: 'no' } },
    })
    await buyer.readFirst()
    expect(buyer.view.open).toBe('health')
  })

  test('on another device of the same account the consent stands', async () => {
    const buyer = await begun()
    await buyer.read('sensitive-data')
    const elsewhere = server.client({ store: buyer.client.store, device: 'mobile' })
    const order = ok(await elsewhere.request(getOrder, { id: buyer.view.id }))
    expect(order.sensitiveConsent).toBe('given')
    expect(
      ok(await elsewhere.request(saveOrder, { id: order.id, version: order.version, people: SELF })).answers.people
        .policyholder.idNumber,
    ).toBe(NUMBER)
  })
})
