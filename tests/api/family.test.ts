/** Several insured persons in one order: applied for, priced and consented to. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  listOrders,
  orderAgain,
  orderText,
  cancelOrder,
  sendConsent,
  viewConsent,
  saveOrder,
} from '../../src/features/orders/contract.ts'
import { passReview, openReview } from '../../src/features/orders/server/review/health-review.ts'
import { agreeToSensitive, Buyer, ok, refusal } from './orders-fixtures.ts'
import {
  agree,
  BABY,
  CHILD,
  consentCode,
  FAMILY,
  fillFamily,
  J1,
  loggedInStudent,
  OWN,
  SPOUSE,
  STUDENT,
  WHOLE,
} from './family-fixtures.ts'
import type { TestServer } from './start-server.ts'

let server: TestServer
let buyer: Buyer
beforeEach(async () => {
  buyer = await loggedInStudent()
  server = buyer.server
})
afterEach(() => server.close())

describe('the application', () => {
  test('states one price and the part of each person, in their order', async () => {
    await fillFamily(buyer, { ...FAMILY, family: [BABY, SPOUSE, CHILD] })
    expect(
      buyer.view.breakdown.map(({ who, key = null, percent, premium }) => [who, key, percent, premium.amount]),
    ).toEqual([
      ['student', null, 100, OWN],
      ['child', 'p3', 80, OWN * 0.8],
      ['spouse', 'p1', 150, OWN * 1.5],
      ['child', 'p2', 80, OWN * 0.8],
    ])
    expect(buyer.view.premium?.amount).toBe(WHOLE)
  })

  test('asks everybody every question, by name, and the spouse alone for her own consent', async () => {
    await buyer.create(J1)
    await buyer.fillIn(FAMILY)
    expect(buyer.view.questions.filter((id) => id.startsWith('p2-'))).toHaveLength(11)
    expect(buyer.view.questions).toContain('p1-q10')
    const { questions } = ok(await buyer.client.request(orderText, { id: buyer.view.id, page: 'health' }))
    expect(questions.map(({ id }) => id)).toEqual(buyer.view.questions)
    expect(questions.find(({ id }) => id === 'p2-q12')?.text).toContain('LI XIAO')
    expect(questions.find(({ id }) => id === 'q12')?.text).not.toContain('LI XIAO')
    expect(buyer.view.family.map(({ key, consent }) => [key, consent?.status ?? null])).toEqual([
      ['p1', 'not_sent'],
      ['p2', null],
      ['p3', null],
    ])
    expect(buyer.view.open).toBe('consent')
    expect(refusal(await buyer.trySubmit())).toBe('incomplete')
    const view = ok(await server.client().request(viewConsent, { code: await consentCode(buyer) }))
    expect(view).toMatchObject({ insured: '李娜', policyholder: '李明', relationship: 'spouse', deathBenefit: 100_000 })
    await agree(buyer).catch(() => undefined)
    for (const person of ['p2', 'p9', undefined]) {
      expect(
        refusal(
          await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email', ...(person ? { person } : {}) }),
        ),
      ).toBe('consent_not_needed')
    }
  })

  test('caps the death benefit of each child by what other policies pay', async () => {
    await fillFamily(buyer)
    expect(
      buyer.view.family.map(({ consequences: { deathBenefit, minorLimit } }) => [deathBenefit, minorLimit]),
    ).toEqual([
      [100_000, null],
      [100_000, 200_000],
      [50_000, 200_000],
    ])
  })

  test.each([
    [
      'a child who is of age',
      { ...CHILD, person: { ...CHILD.person, birthDate: '2008-03-10' } },
      { 'people.p2.birthDate': 'child_age' },
    ],
    [
      'a spouse who is not',
      {
        ...SPOUSE,
        key: 'p2',
        person: {
          ...SPOUSE.person,
          idType: 'passport' as const,
          idNumber: 'EJ7654321',
          idName: 'LI NA',
          birthDate: '2009-01-01',
        },
      },
      { 'people.p2.birthDate': 'spouse_age' },
    ],
    [
      'the student again',
      { ...CHILD, person: { ...CHILD.person, idType: 'resident_id' as const, idNumber: STUDENT.idNumber } },
      { 'people.p2.idNumber': 'same_person' },
    ],
    [
      'a name that no document prints',
      { ...CHILD, person: { ...CHILD.person, chineseName: '李𱐀' } },
      { 'people.p2.chineseName': 'second_name_unprintable' },
    ],
    [
      'a child of nine',
      { ...CHILD, person: { ...CHILD.person, birthDate: '1989-01-01' } },
      { 'people.p2.birthDate': 'child_age' },
    ],
    [
      'a spouse reached by the buyer’s address',
      { ...SPOUSE, key: 'p2', person: { ...SPOUSE.person, email: STUDENT.email } },
      { 'people.p2.email': 'reach_own' },
    ],
    [
      'a child whose other policies are not told',
      { ...CHILD, deathBenefitElsewhere: null },
      { 'people.p2.deathBenefitElsewhere': 'elsewhere_required' },
    ],
  ])('refuses %s at the field', async (_, member, errors) => {
    await buyer.create(J1)
    await buyer.readFirst()
    await buyer.save({ people: { ...FAMILY, family: [member] } })
    expect(buyer.view.peopleErrors).toMatchObject(errors)
    expect(buyer.view.open).toBe('people')
  })

  test('refuses a person twice, a second spouse, and a family in a plan for one person', async () => {
    await buyer.create(J1)
    await buyer.save({ people: { ...FAMILY, family: [CHILD, { ...CHILD, key: 'p4' }] } })
    expect(buyer.view.peopleErrors).toMatchObject({
      'people.p2.idNumber': 'same_person_twice',
      'people.p4.idNumber': 'same_person_twice',
    })
    for (const family of [
      [SPOUSE, { ...SPOUSE, key: 'p4' }],
      [CHILD, CHILD],
    ]) {
      expect(refusal(await buyer.client.request(saveOrder, { ...buyer.at, people: { ...FAMILY, family } }))).toBe(
        'invalid',
      )
    }
    await buyer.save({ trip: { ...J1, plan: 'short-camp', tier: 'camp', destination: 'us', end: '2026-03-20' } })
    expect(buyer.view).toMatchObject({
      premium: null,
      familyClosed: 'plan',
      peopleErrors: { 'people.family': 'family_not_offered' },
    })
  })

  test('has no family unless the student insures themselves', async () => {
    await buyer.create(J1)
    await buyer.save({ people: { ...FAMILY, relationship: 'child' } })
    expect(buyer.view.family).toEqual([])
    expect(Object.keys(buyer.view.peopleErrors).filter((key) => /people\.p\d/.test(key))).toEqual([])
  })

  test('removing a person removes their answers and consent, and nobody else’s', async () => {
    await fillFamily(buyer)
    expect(buyer.view.open).toBe('check')
    await buyer.save({ people: { ...FAMILY, family: [SPOUSE, CHILD] } })
    expect(Object.keys(buyer.view.answers.health.answers).some((id) => id.startsWith('p3-'))).toBe(false)
    expect(buyer.view.family[0]?.consent?.status).toBe('agreed')
    expect(buyer.view.open).toBe('health')
    await buyer.save({
      people: { ...FAMILY, family: [{ ...SPOUSE, person: { ...SPOUSE.person, idName: '李娜娜' } }, CHILD] },
    })
    expect(buyer.view.family[0]?.consent?.status).toBe('not_sent')
  })

  test('a person who takes another’s place is asked anew, and nobody else', async () => {
    await fillFamily(buyer, FAMILY, { 'p2-q3': 'Asthma spray since May.', q3: 'Healed.' })
    const { answers, details } = buyer.view.answers.health
    await buyer.save({
      people: { ...FAMILY, family: [SPOUSE, { ...CHILD, person: { ...CHILD.person, idNumber: 'EJ7654321' } }, BABY] },
    })
    const others = Object.fromEntries(Object.entries(answers).filter(([id]) => !id.startsWith('p2-')))
    expect(buyer.view).toMatchObject({ open: 'health', personReplaced: true })
    expect(buyer.view.answers.health).toEqual({ answers: others, details: { q3: details['q3'] } })
  })

  test('a yes of any person holds the order until an operator has read it', async () => {
    await fillFamily(buyer, FAMILY, { 'p2-q3': 'Asthma spray since May.' })
    await buyer.submit()
    expect(buyer.view.status).toBe('under_review')
    const decision = { id: buyer.view.id, by: 'operator:li', why: 'Mild.' }
    expect(await openReview(server.deps, decision)).toEqual({ 'p2-q3': 'Asthma spray since May.' })
    await passReview(server.deps, decision)
    await buyer.save({}).catch(() => undefined)
    const again = ok(await buyer.client.request(listOrders, { id: buyer.view.id }))
    expect(again.orders[0]).toMatchObject({ status: 'created', insured: '李明, 李娜, LI XIAO, LI MENG' })
  })

  test('ordering again keeps all people', async () => {
    await fillFamily(buyer)
    await buyer.submit()
    ok(await buyer.client.request(cancelOrder, buyer.at))
    const next = await agreeToSensitive(
      buyer.client,
      ok(await buyer.client.request(orderAgain, { id: buyer.view.id, key: 'again-one' })),
    )
    expect(next.answers.people.family.map(({ key, person }) => [key, person.idNumber])).toEqual(
      FAMILY.family.map(({ key, person }) => [key, person.idNumber]),
    )
    expect(next.family[0]?.consent?.status).toBe('not_sent')
  })

  test.each([
    ['en', '李明, 李娜, Child 1, Child 2', '李明, 李娜, LI XIAO, LI MENG'],
    ['cn', '李明、李娜、子女1、子女2', '李明、李娜、LI XIAO、LI MENG'],
  ] as const)(
    'ordered again, the list names everybody whom its price counts, before and after the consent: %s',
    async (lang, before, after) => {
      await fillFamily(buyer)
      await buyer.submit()
      ok(await buyer.client.request(cancelOrder, buyer.at))
      const again = ok(await buyer.client.request(orderAgain, { id: buyer.view.id, key: 'again-one' }))
      const reader = server.client({ store: buyer.client.store, lang })
      const listed = async () => ok(await reader.request(listOrders, { id: again.id })).orders[0]
      expect(await listed()).toMatchObject({ premium: { amount: WHOLE }, insured: before })
      await agreeToSensitive(buyer.client, again)
      expect(await listed()).toMatchObject({ premium: { amount: WHOLE }, insured: after })
    },
  )

  test('masks ID numbers once it was sent', async () => {
    await fillFamily(buyer)
    await buyer.submit()
    expect(JSON.stringify(buyer.view)).not.toMatch(/EJ1234567|199902/)
  })
})
