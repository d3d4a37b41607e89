/** Several insured persons in one order: applied for, consented to, paid together, and one policy each. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { payCreate, payStatus } from '../../src/features/cashier/contract.ts'
import { approveRequest, latestRequest } from '../../src/features/cashier/refund-requests.server.ts'
import { listOrders, orderAgain, orderText, salesLog, cancelOrder, sendConsent, viewConsent, saveOrder } from '../../src/features/orders/contract.ts'
import { markPaid } from '../../src/features/orders/api.server.ts'
import { expire } from '../../src/features/orders/close-order.server.ts'
import { failIssue, issueJob } from '../../src/features/policies/issue-policy.server.ts'
import { draw, factsOf } from '../../src/features/orders/sales-record.server.ts'
import { passReview, openReview } from '../../src/features/orders/health-review.server.ts'
import { getPolicy, listPolicies } from '../../src/features/policies/contract.ts'
import { surrenderPolicy, surrenderQuote } from '../../src/features/policies/surrender/surrender-calls.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { purgePolicies } from '../../src/features/policies/purge-policies.server.ts'
import { preparedServers } from './prepared-servers.ts'
import { agreeToSensitive, Buyer, messages, ok, refusal, SELF } from './orders-fixtures.ts'
import { agree, BABY, CHILD, consentCode, FAMILY, fillFamily, J1, SPOUSE, STUDENT } from './family-fixtures.ts'
import { advanceAndDrain, atGateway, payUrlOf } from './payments-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import type { TestServer } from './start-server.ts'

const start = preparedServers(() => Promise.resolve())
let server: TestServer
let buyer: Buyer
beforeEach(async () => {
  ;({ server } = await start())
  buyer = new Buyer(server, await logInAs(server, STUDENT.email))
})
afterEach(() => server.close())

const shopOf = (of: Buyer) => ({ server, buyer: of.client, order: of.view.id })
async function issued(people = FAMILY): Promise<void> {
  await fillFamily(buyer, people)
  await buyer.submit()
  await atGateway(shopOf(buyer), await payUrlOf(shopOf(buyer)), 'pay')
  await advanceAndDrain(shopOf(buyer), 5_000)
}
const rows = () => server.deps.db.selectFrom('policies').selectAll().where('order_id', '=', buyer.view.id).orderBy('person').execute()
/** US Exchange Visitor, Standard, at 27: 360.00 a month for twelve months. */
const OWN = 12 * 36_000
const WHOLE = OWN + OWN * 1.5 + 2 * (OWN * 0.8)

describe('the application', () => {
  test('states one price and the part of each person, in their order', async () => {
    await fillFamily(buyer, { ...FAMILY, family: [BABY, SPOUSE, CHILD] })
    expect(buyer.view.breakdown.map(({ who, key = null, percent, premium }) => [who, key, percent, premium.amount])).toEqual([
      ['student', null, 100, OWN], ['child', 'p3', 80, OWN * 0.8], ['spouse', 'p1', 150, OWN * 1.5], ['child', 'p2', 80, OWN * 0.8],
    ])
    expect(buyer.view.premium?.amount).toBe(WHOLE)
  })

  test('asks everybody every question, by name, and the spouse alone for her own consent', async () => {
    await buyer.create(J1)
    await buyer.fill(FAMILY)
    expect(buyer.view.questions.filter((id) => id.startsWith('p2-'))).toHaveLength(11)
    expect(buyer.view.questions).toContain('p1-q10')
    const { questions } = ok(await buyer.client.request(orderText, { id: buyer.view.id, page: 'health' }))
    expect(questions.map(({ id }) => id)).toEqual(buyer.view.questions)
    expect(questions.find(({ id }) => id === 'p2-q12')?.text).toContain('LI XIAO')
    expect(questions.find(({ id }) => id === 'q12')?.text).not.toContain('LI XIAO')
    expect(buyer.view.family.map(({ key, consent }) => [key, consent?.status ?? null])).toEqual([['p1', 'not_sent'], ['p2', null], ['p3', null]])
    expect(buyer.view.open).toBe('consent')
    expect(refusal(await buyer.trySubmit())).toBe('incomplete')
    const view = ok(await server.client().request(viewConsent, { code: await consentCode(buyer) }))
    expect(view).toMatchObject({ insured: '李娜', policyholder: '李明', relationship: 'spouse', deathBenefit: 100_000 })
    await agree(buyer).catch(() => undefined)
    for (const person of ['p2', 'p9', undefined]) {
      expect(refusal(await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email', ...(person ? { person } : {}) }))).toBe('consent_not_needed')
    }
  })

  test('caps the death benefit of each child by what other policies pay', async () => {
    await fillFamily(buyer)
    expect(buyer.view.family.map(({ consequences: { deathBenefit, minorLimit } }) => [deathBenefit, minorLimit])).toEqual([[100_000, null], [100_000, 200_000], [50_000, 200_000]])
  })

  test.each([
    ['a child who is of age', { ...CHILD, person: { ...CHILD.person, birthDate: '2008-03-10' } }, { 'people.p2.birthDate': 'child_age' }],
    ['a spouse who is not', { ...SPOUSE, key: 'p2', person: { ...SPOUSE.person, idType: 'passport' as const, idNumber: 'EJ7654321', idName: 'LI NA', birthDate: '2009-01-01' } }, { 'people.p2.birthDate': 'spouse_age' }],
    ['the student again', { ...CHILD, person: { ...CHILD.person, idType: 'resident_id' as const, idNumber: STUDENT.idNumber } }, { 'people.p2.idNumber': 'same_person' }],
    ['a name that no document prints', { ...CHILD, person: { ...CHILD.person, chineseName: '李𱐀' } }, { 'people.p2.chineseName': 'second_name_unprintable' }],
    ['a child of nine', { ...CHILD, person: { ...CHILD.person, birthDate: '1989-01-01' } }, { 'people.p2.birthDate': 'child_age' }],
    ['a spouse reached by the buyer’s address', { ...SPOUSE, key: 'p2', person: { ...SPOUSE.person, email: STUDENT.email } }, { 'people.p2.email': 'reach_own' }],
    ['a child whose other policies are not told', { ...CHILD, deathBenefitElsewhere: null }, { 'people.p2.deathBenefitElsewhere': 'elsewhere_required' }],
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
    expect(buyer.view.peopleErrors).toMatchObject({ 'people.p2.idNumber': 'same_person_twice', 'people.p4.idNumber': 'same_person_twice' })
    for (const family of [[SPOUSE, { ...SPOUSE, key: 'p4' }], [CHILD, CHILD]]) {
      expect(refusal(await buyer.client.request(saveOrder, { ...buyer.at, people: { ...FAMILY, family } }))).toBe('invalid')
    }
    await buyer.save({ trip: { ...J1, plan: 'short-camp', tier: 'camp', destination: 'us', end: '2026-03-20' } })
    expect(buyer.view).toMatchObject({ premium: null, familyClosed: 'plan', peopleErrors: { 'people.family': 'family_not_offered' } })
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
    await buyer.save({ people: { ...FAMILY, family: [{ ...SPOUSE, person: { ...SPOUSE.person, idName: '李娜娜' } }, CHILD] } })
    expect(buyer.view.family[0]?.consent?.status).toBe('not_sent')
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
    const next = await agreeToSensitive(buyer.client, ok(await buyer.client.request(orderAgain, { id: buyer.view.id, key: 'again-one' })))
    expect(next.answers.people.family.map(({ key, person }) => [key, person.idNumber])).toEqual(FAMILY.family.map(({ key, person }) => [key, person.idNumber]))
    expect(next.family[0]?.consent?.status).toBe('not_sent')
  })

  test('masks ID numbers once it was sent', async () => {
    await fillFamily(buyer)
    await buyer.submit()
    expect(JSON.stringify(buyer.view)).not.toMatch(/EJ1234567|199902/)
  })
})

describe('paid and issued', () => {
  test('each person has a policy at their part of the price; one mail has all documents, and the spouse sees only hers', async () => {
    await issued()
    const policies = await rows()
    expect(policies.map(({ person, relationship, premium_minor, death_benefit, status }) => [person, relationship, Number(premium_minor), death_benefit, status])).toEqual([
      [1, 'self', OWN, 100_000, 'issued'], [2, 'spouse', OWN * 1.5, 100_000, 'issued'], [3, 'child', OWN * 0.8, 100_000, 'issued'], [4, 'child', OWN * 0.8, 50_000, 'issued'],
    ])
    expect(new Set(policies.map(({ number }) => number)).size).toBe(4)
    const letters = (await messages(server)).filter(({ subject }) => /issued|insured under/.test(subject))
    expect(letters.map(({ subject }) => subject).sort()).toEqual(['4 policies of your order have been issued', `You are insured under policy ${policies[1]?.number}`])
    const letter = letters.find(({ subject }) => subject.startsWith('4'))
    expect((JSON.parse(letter?.attachments ?? '[]') as unknown[])).toHaveLength(4 * 10)
    for (const { number } of policies) expect(letter?.text).toContain(number)

    const first = ok(await buyer.client.request(getPolicy, { order: buyer.view.id }))
    expect([first.number, first.together.map(({ insured }) => insured)]).toEqual([policies[0]?.number, ['李娜', 'LI XIAO', 'LI MENG']])
    expect(ok(await buyer.client.request(listPolicies, { tab: 'pending_activation' })).counts.pending_activation).toBe(4)
    expect(ok(await buyer.client.request(listOrders, { id: buyer.view.id })).orders[0]?.policies.map(({ insured }) => insured)).toEqual(['李明', '李娜', 'LI XIAO', 'LI MENG'])
    const spouse = await logInAs(server, SPOUSE.person.email)
    const hers = ok(await spouse.request(listPolicies, { tab: 'pending_activation' }))
    expect(hers.policies.map(({ number, role }) => [number, role])).toEqual([[policies[1]?.number, 'insured']])
    expect(ok(await spouse.request(getPolicy, { id: policies[1]?.id })).together).toEqual([])
    expect(refusal(await spouse.request(getPolicy, { id: policies[2]?.id }))).toBe('not_found')
  })

  test('the cashier shows each part, without names to a payer who is not the buyer', async () => {
    await fillFamily(buyer)
    await buyer.submit()
    const { order } = ok(await buyer.client.request(payStatus, { order: buyer.view.id }))
    expect(order.parts.map(({ name, amount }) => [name, amount.amount])).toEqual([['李明', OWN], ['李娜', OWN * 1.5], ['LI XIAO', OWN * 0.8], ['LI MENG', OWN * 0.8]])
    expect(order.parts.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(order.amount.amount)
    expect(refusal(await server.client().request(payCreate, { order: buyer.view.id, method: 'alipay', key: 'k'.repeat(20) }))).not.toBe('ok')
  })

  test('if one policy cannot be issued none is, and all of the money goes back', async () => {
    await fillFamily(buyer)
    await buyer.submit()
    await atGateway(shopOf(buyer), await payUrlOf(shopOf(buyer)), 'pay')
    // A name that no font can draw, stored by bypassing the form's check.
    const { ANSWERS, answersOf } = await import('../../src/features/orders/opened-order.server.ts')
    const row = await server.deps.db.selectFrom('orders').selectAll().where('id', '=', buyer.view.id).executeTakeFirstOrThrow()
    const answers = answersOf(server.deps, row)
    const spoiled = answers.people.family.map((it) => (it.key === 'p3' ? { ...it, person: { ...it.person, idType: 'resident_id' as const, idName: '𱐀䶮' } } : it))
    await server.deps.write((trx) => trx.updateTable('orders').set({ answers: server.deps.seal.seal(ANSWERS, { ...answers, people: { ...answers.people, family: spoiled } }) }).where('id', '=', row.id).execute())
    for (let i = 0; i < 4; i++) await advanceAndDrain(shopOf(buyer), 60_000)
    expect((await rows()).map(({ status }) => status)).toEqual(['void', 'void', 'void', 'void'])
    const refunds = await server.deps.db.selectFrom('refunds').selectAll().execute()
    expect(refunds.map(({ amount_minor, status }) => [Number(amount_minor), status])).toEqual([[WHOLE, 'succeeded']])
    expect(ok(await buyer.client.request(payStatus, { order: buyer.view.id })).order.status).toBe('refunded')
  })

  test('cancelling a policy returns its own part, one after another', async () => {
    await issued()
    const [, spouse, child] = await rows()
    for (const [policy, part] of [[spouse, OWN * 1.5], [child, OWN * 0.8]] as const) {
      const id = policy?.id ?? ''
      const { amount } = ok(await buyer.client.request(surrenderQuote, { id }))
      expect(amount.amount).toBe(part)
      ok(await buyer.client.request(surrenderPolicy, { id, amount: part }))
      await approveRequest(server.deps, (await latestRequest(server.deps.db, `policy:${id}`))?.id ?? '', { by: 'operator:li', why: 'ok' })
      await advanceAndDrain(shopOf(buyer), 2 * 60_000)
    }
    expect((await rows()).map(({ status }) => status)).toEqual(['issued', 'cancelled', 'cancelled', 'issued'])
    expect(ok(await buyer.client.request(listOrders, { id: buyer.view.id })).orders[0]?.premiumNow?.amount).toBe(OWN * 1.8)
  })

  test('the record of the sale holds every person’s answers, part and policy, and names nobody', async () => {
    await issued()
    const record = ok(await buyer.client.request(salesLog, { id: buyer.view.id }))
    expect(record.intact).toBe(true)
    const row = await server.deps.db.selectFrom('orders').selectAll().where('id', '=', buyer.view.id).executeTakeFirstOrThrow()
    const facts = await factsOf(server.deps, row, 'en')
    const said = facts.acts.flatMap(({ details }) => details)
    expect(said).toContain('Child 2: no to questions 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11')
    expect(said).toContain('Spouse: part of the premium ¥6,480.00')
    for (const { number } of await rows()) expect(JSON.stringify(facts.about)).toContain(number)
    expect(JSON.stringify(record)).not.toMatch(/李|EJ123/)
    expect((await draw(server.deps, facts)).length).toBeGreaterThan(1000)
  })

  test('the record of the sale is kept as long as one of its policies', async () => {
    await issued()
    const child = (await rows())[2]?.id ?? ''
    const { amount } = ok(await buyer.client.request(surrenderQuote, { id: child }))
    ok(await buyer.client.request(surrenderPolicy, { id: child, amount: amount.amount }))
    await approveRequest(server.deps, (await latestRequest(server.deps.db, `policy:${child}`))?.id ?? '', { by: 'operator:li', why: 'ok' })
    await advanceAndDrain(shopOf(buyer), 2 * 60_000)
    const entries = () => server.deps.db.selectFrom('sales_log').select('seq').where('order_id', '=', buyer.view.id).execute()
    server.advance((LIMITS.recordYearsShort * 365 + 20) * 86_400_000)
    await purgePolicies.run(server.deps)
    expect([(await rows()).length, (await entries()).length > 0]).toEqual([3, true])
    server.advance(400 * 86_400_000)
    await purgePolicies.run(server.deps)
    expect([(await rows()).length, (await entries()).length]).toEqual([0, 0])
  })

  test('the same people again are pointed out', async () => {
    await issued()
    const other = new Buyer(server, await logInAs(server, SPOUSE.person.email))
    await other.create(J1)
    await other.readFirst()
    await other.save({ people: { ...SELF, policyholder: { ...SPOUSE.person, institution: 'Sample University' } } })
    expect(other.view.duplicates).toEqual([{ order: null, start: J1.start, end: J1.end, status: null }])
  })
})

/** What may happen around a submitted application, in any order and repeatedly. */
const ACTS = ['pay', 'pay again', 'issue', 'expire', 'cancel', 'give up issuing'] as const

test('whatever the order of acts, as many policies are issued as persons were paid for', async () => {
  let orders = 0
  await fc.assert(fc.asyncProperty(fc.array(fc.constantFrom(...ACTS), { minLength: 2, maxLength: 6 }), async (acts) => {
    const { deps } = server
    const one = new Buyer(server, server.client())
    await one.create(J1, `acts-of-order-${orders++}`)
    await one.fill({ ...FAMILY, family: [CHILD, BABY] })
    await one.submit(true)
    const { id, version } = one.view
    for (const act of acts) {
      if (act === 'pay' || act === 'pay again') await deps.write((trx) => markPaid(trx, { orderId: id, paymentId: act, at: deps.clock() }))
      if (act === 'issue') await issueJob.run(deps, { orderId: id }, { id: 'job', attempt: 1 })
      if (act === 'expire') await expire(deps, id)
      if (act === 'cancel') await one.client.request(cancelOrder, { id, version })
      if (act === 'give up issuing') await deps.write((trx) => failIssue(deps, trx, id, 'asked back')).catch(() => undefined)
    }
    const { status } = await deps.db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()
    const policies = await deps.db.selectFrom('policies').select(['status', 'person', 'premium_minor']).where('order_id', '=', id).orderBy('person').execute()
    const issuedTo = policies.filter((it) => it.status === 'issued').map((it) => it.person)
    expect(issuedTo, `${acts.join()}: ${status}`).toEqual(status === 'issued' ? [1, 2, 3] : [])
    if (status === 'issued') expect(policies.reduce((sum, it) => sum + Number(it.premium_minor), 0)).toBe(OWN + 2 * (OWN * 0.8))
    // What is paid is issued or has a waiting job that issues it; what failed leaves nothing behind.
    if (status === 'issue_failed') expect(policies.every((it) => it.status === 'void')).toBe(true)
  }), { numRuns: 8 })
})
