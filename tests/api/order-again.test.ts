/**
 * An earlier order starts a new application: one that ended without a policy with everything that is still valid, a
 * paid one for another person.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  cancelOrder,
  createOrder,
  getOrder,
  orderAgain,
  salesLog,
  type OrderView,
} from '../../src/features/orders/contract.ts'
import { EMPTY_PEOPLE, EMPTY_PERSON } from '../../src/features/orders/rules/people-draft.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { failIssue } from '../../src/features/policies/server/issue-policy.ts'
import { startServer, type TestServer } from './start-server.ts'
import { agreeToSensitive, Buyer, FOR_CHILD, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const DAY = 86_400_000
const CHILD = FOR_CHILD(person('2010-04-04'), { deathBenefitElsewhere: 0 })
let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

const pay = ({ id }: OrderView) =>
  server.deps.write((trx) => markPaid(trx, { orderId: id, paymentId: 'test', at: server.deps.clock() }))

async function expired(buyer: Buyer, people = SELF): Promise<OrderView> {
  await buyer.fillIn(people, { q1: 'Wrist operation in 2024, healed.' })
  await buyer.answer()
  await buyer.submit()
  server.advance(2 * 3_600_000)
  await server.drain()
  return (buyer.order = ok(await buyer.client.request(getOrder, { id: buyer.view.id })))
}

test('after the time to pay has run out, a new application begins with every answer', async () => {
  const buyer = new Buyer(server)
  const closed = await expired(buyer)
  expect(closed.status).toBe('expired')
  const again = ok(await buyer.client.request(orderAgain, { id: closed.id, key: 'order-again-1' }))
  expect(again.id).not.toBe(closed.id)
  expect(again).toMatchObject({ status: 'created', premium: closed.premium, reads: [], open: 'enter' })
  const whole = await agreeToSensitive(buyer.client, again)
  expect(whole.peopleErrors).toEqual({})
  expect(whole.answers).toMatchObject({
    trip: closed.answers.trip,
    people: SELF,
    health: closed.answers.health,
    check: { declarations: [], second: false },
  })
  expect(ok(await buyer.client.request(orderAgain, { id: closed.id, key: 'order-again-1' })).id).toBe(again.id)
})

test('a first day in the past has to be chosen again, and everything else is kept', async () => {
  const buyer = new Buyer(server)
  const closed = await expired(buyer)
  server.advance(12 * DAY)
  const soon = ok(await buyer.client.request(orderAgain, { id: closed.id, key: 'order-again-2' }))
  expect(soon.answers.trip).toMatchObject({
    plan: 'global-study',
    tier: 'standard',
    start: '',
    end: '2027-03-09',
    destination: 'uk',
    arrived: null,
  })
  expect((await agreeToSensitive(buyer.client, soon)).answers.health).toEqual(closed.answers.health)
})

test('an order that could not be issued or was cancelled can be ordered again; an open one cannot', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(CHILD)
  const running = await buyer.submit()
  expect(refusal(await buyer.client.request(orderAgain, { id: running.id, key: 'order-again-5' }))).toBe('not_closed')
  await pay(running)
  await server.deps.write((trx) => failIssue(server.deps, trx, running.id, 'a test'))
  const again = ok(await buyer.client.request(orderAgain, { id: running.id, key: 'order-again-5' }))
  ok(await buyer.client.request(cancelOrder, { id: again.id, version: again.version }))
  // The application in between was abandoned before its consent: the data of the first one is not lost.
  const third = ok(await buyer.client.request(orderAgain, { id: again.id, key: 'order-again-6' }))
  expect((await agreeToSensitive(buyer.client, third)).answers.people).toEqual(CHILD)
})

test('after payment the buyer insures a second child: the buyer and the trip are filled in, and nothing about the first child', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(CHILD, { q1: 'Wrist operation in 2024, healed.' })
  await buyer.answer()
  const first = await buyer.submit()
  await pay(first)
  const second = ok(await buyer.client.request(orderAgain, { id: first.id, key: 'order-again-9' }))
  expect(second).toMatchObject({ status: 'created', reads: [], open: 'enter', duplicates: [] })
  const { answers } = await agreeToSensitive(buyer.client, second)
  expect(answers.people).toEqual({ ...EMPTY_PEOPLE, relationship: 'child', policyholder: CHILD.policyholder })
  expect(answers.trip).toEqual({ ...first.answers.trip, arrived: null })
  expect(answers.health).toEqual({ answers: {}, details: {} })
  const record = ok(await buyer.client.request(salesLog, { id: second.id })).entries
  expect(record[0]?.data).toMatchObject({ another: first.id })
})

test('for a second child on another plan, too, the buyer types nothing of themselves again', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(CHILD)
  await pay(await buyer.submit())
  const signed = await logInAs(server, CHILD.policyholder.email, buyer.client)
  const trip = { plan: 'us-campus', tier: 'gold', start: '', end: '', destination: 'us', arrived: null }
  const begun = ok(await signed.request(createOrder, { trip, birthDate: '2012-02-02', key: 'another-plan-1' }))
  expect(begun.answers.people.policyholder.idNumber).toBe('')
  const { answers } = await agreeToSensitive(signed, begun)
  expect(answers.people).toEqual({
    ...EMPTY_PEOPLE,
    policyholder: CHILD.policyholder,
    insured: { ...EMPTY_PERSON, birthDate: '2012-02-02' },
    pricedBirthDate: '2012-02-02',
  })
  expect(answers.health).toEqual({ answers: {}, details: {} })
  // Somebody else's account has nothing of it.
  const stranger = await logInAs(server, 'stranger@example.com')
  const theirs = ok(await stranger.request(createOrder, { trip, key: 'another-plan-2' }))
  expect(theirs.answers.people.policyholder).toEqual({ ...EMPTY_PERSON, email: 'stranger@example.com' })
})

test('without a login the tab names the order that it paid: the buyer’s name goes over, for nobody but this device', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(CHILD)
  const first = await buyer.submit()
  const trip = { plan: 'us-campus', tier: 'gold', start: '', end: '', destination: 'us', arrived: null }
  const later: string[] = []
  const begin = async (client: Buyer['client'], key: string) =>
    ok(await client.request(createOrder, { trip, birthDate: '2012-02-02', key, begunHere: [first.id, ...later] }))
  const nobody = { ...EMPTY_PERSON }
  // Not yet paid: who buys may still change.
  const unpaid = await begin(buyer.client, 'unpaid-one')
  later.push(unpaid.id)
  expect(unpaid.answers.people.policyholder).toEqual(nobody)
  await pay(first)
  const begun = await begin(buyer.client, 'paid-one')
  const { answers } = await agreeToSensitive(buyer.client, begun)
  const { idName, chineseName } = CHILD.policyholder
  expect(answers.people, 'no contact and no number: another person may sit at this computer').toEqual({
    ...EMPTY_PEOPLE,
    policyholder: { ...EMPTY_PERSON, idName, chineseName },
    insured: { ...EMPTY_PERSON, birthDate: '2012-02-02' },
    pricedBirthDate: '2012-02-02',
  })
  expect(answers.health).toEqual({ answers: {}, details: {} })
  expect((await begin(server.client(), 'elsewhere')).answers.people.policyholder).toEqual(nobody)
  server.advance(31 * DAY)
  expect((await begin(buyer.client, 'a-month-later')).answers.people.policyholder).toEqual(nobody)
})

test('what a refund in between changes is nothing: the second child still gets no answer of the first', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(CHILD, { q1: 'Wrist operation in 2024, healed.' })
  await buyer.answer()
  const first = await buyer.submit()
  await pay(first)
  const second = ok(await buyer.client.request(orderAgain, { id: first.id, key: 'order-again-10' }))
  await server.deps.write((trx) => failIssue(server.deps, trx, first.id, 'a test'))
  const { answers } = await agreeToSensitive(buyer.client, second)
  expect(answers.people.insured).toEqual(EMPTY_PERSON)
  expect(answers.health.answers).toEqual({})
})

test('who insured herself chooses anew whom she insures next; another device has to sign in, and sees no number', async () => {
  const buyer = new Buyer(server)
  await buyer.fillIn(SELF)
  const first = await buyer.submit()
  await pay(first)
  const other = server.client()
  expect(refusal(await other.request(orderAgain, { id: first.id, key: 'order-again-11' }))).toBe('not_found')
  const signed = await logInAs(server, SELF.policyholder.email, other)
  const { answers } = await agreeToSensitive(
    signed,
    ok(await signed.request(orderAgain, { id: first.id, key: 'order-again-11' })),
  )
  expect(answers.people).toEqual({
    ...EMPTY_PEOPLE,
    policyholder: { ...SELF.policyholder, idNumber: '', institution: '' },
  })
})

test('another device signed in with the order’s address gets everything but the ID numbers, and nothing when signed out', async () => {
  const buyer = new Buyer(server)
  const closed = await expired(buyer)
  server.advance(DAY)
  const other = server.client()
  expect(refusal(await other.request(orderAgain, { id: closed.id, key: 'order-again-7' }))).toBe('not_found')
  const signed = await logInAs(server, SELF.policyholder.email, other)
  const again = await agreeToSensitive(
    signed,
    ok(await signed.request(orderAgain, { id: closed.id, key: 'order-again-7' })),
  )
  expect(again.answers.people.policyholder).toEqual({ ...SELF.policyholder, idNumber: '' })
  expect(again.peopleErrors).toEqual({ 'people.policyholder.idNumber': 'id_number_required' })
})

test('somebody who signs in on the device that made the order keeps the ID numbers', async () => {
  const buyer = new Buyer(server)
  const closed = await expired(buyer)
  const signed = await logInAs(server, SELF.policyholder.email, buyer.client)
  expect(
    (await agreeToSensitive(signed, ok(await signed.request(orderAgain, { id: closed.id, key: 'order-again-8' }))))
      .answers.people,
  ).toEqual(SELF)
})

test('of a plan for one place is for that place, whatever unknown one the address names', async () => {
  const { client } = new Buyer(server)
  const placeOf = async (plan: string, destination: string, key: string): Promise<string> =>
    ok(await client.request(createOrder, { trip: { ...TRIP, plan, tier: '', destination }, key })).answers.trip
      .destination
  expect(await placeOf('us-campus', '', 'only-place-1')).toBe('us')
  expect(await placeOf('uk-plus', 'gb', 'only-place-2')).toBe('uk')
  expect(await placeOf('uk-plus', 'us', 'only-place-3'), 'a place is not exchanged in silence').toBe('us')
  expect(await placeOf('global-study', 'gb', 'only-place-4')).toBe('')
})
