/**
 * Whose an order is: what an account may do with it by the way it came to it, and the events of that (decisions 0034
 * and 0046).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import {
  cancelOrder,
  getOrder,
  listOrders,
  orderAgain,
  reopenOrder,
  saveOrder,
} from '../../src/features/orders/contract.ts'
import { declineReview, passReview } from '../../src/features/orders/server/review/health-review.ts'
import { maskIdNumber } from '../../src/lib/people/id-number.ts'
import { sendOrderLink } from '../../src/features/orders/draft-link-call.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { agreeToSensitive, Buyer, ok, person, refusal, SELF } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const HOUR = 3_600_000
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const buyerWith = (birth: string, email: string) => ({ ...SELF, policyholder: person(birth, { email }) })
async function sentUnder(birth: string, email: string): Promise<Buyer> {
  const buyer = new Buyer(server)
  await buyer.fillIn(buyerWith(birth, email))
  await buyer.submit()
  return buyer
}
const opens = async (client: Client, id: string) => ok(await client.request(getOrder, { id }))

describe('who owns a sent application by an address that was typed in it', () => {
  const numberOf = (order: { answers: { people: { policyholder: { idNumber: string } } } }): string =>
    order.answers.people.policyholder.idNumber

  test('cannot turn it back into a draft, which shows whole numbers; who made it can, and has a draft of its own then', async () => {
    const buyer = await sentUnder('2003-04-01', 'typed@example.com')
    const phone = await logInAs(server, 'typed@example.com')
    const seen = await opens(phone, buyer.view.id)
    expect(seen).toMatchObject({ mayReopen: false })
    expect(numberOf(seen)).toContain('•')
    expect(refusal(await phone.request(reopenOrder, { id: seen.id, version: seen.version }))).toBe('reopen_elsewhere')
    expect(await opens(buyer.client, seen.id)).toMatchObject({ mayReopen: true })
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    expect(numberOf(buyer.view)).toBe(person('2003-04-01').idNumber)
    expect(refusal(await phone.request(getOrder, { id: seen.id }))).toBe('not_found')
    await logInAs(server, 'typed@example.com', phone)
    expect(refusal(await phone.request(getOrder, { id: seen.id }))).toBe('not_found')
    await buyer.submit()
    expect(await opens(phone, seen.id)).toMatchObject({ status: 'awaiting_payment', mayReopen: false })
  })

  test('can order again to correct something, without numbers', async () => {
    const buyer = await sentUnder('2003-04-02', 'corrects@example.com')
    const phone = await logInAs(server, 'corrects@example.com')
    const again = ok(await phone.request(orderAgain, { id: buyer.view.id, key: 'correcting-it' }))
    const people = (await agreeToSensitive(phone, again)).answers.people
    expect(people.policyholder).toEqual({ ...person('2003-04-02', { email: 'corrects@example.com' }), idNumber: '' })
    expect((await opens(phone, buyer.view.id)).status).toBe('awaiting_payment')
    expect(refusal(await buyer.client.request(orderAgain, { id: buyer.view.id, key: 'not-on-its-device' }))).toBe(
      'not_closed',
    )
  })

  test('reads nothing about health; the device that sent it does', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn(buyerWith('2003-04-06', 'strangers@example.com'), { q1: 'Asthma since 2019.' })
    await buyer.submit()
    const phone = await logInAs(server, 'strangers@example.com')
    const waiting = await opens(phone, buyer.view.id)
    expect(waiting).toMatchObject({
      status: 'under_review',
      questions: [],
      answers: { health: { answers: {}, details: {} } },
    })
    await declineReview(server.deps, { id: buyer.view.id, by: 'operator:lin', why: 'asthma' })
    const seen = await opens(phone, buyer.view.id)
    expect(seen).toMatchObject({ status: 'declined', review: { status: 'declined', why: null } })
    expect(JSON.stringify(seen)).not.toMatch(/asthma/i)
    expect(await opens(buyer.client, buyer.view.id)).toMatchObject({
      answers: { health: { details: { q1: 'Asthma since 2019.' } } },
      review: { why: 'asthma' },
    })
  })

  test('may go on after a health review, with masked numbers that survive what is saved', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn(buyerWith('2003-04-03', 'reviewed@example.com'), { q1: 'Healed.' })
    await buyer.submit()
    const phone = await logInAs(server, 'reviewed@example.com')
    await passReview(server.deps, { id: buyer.view.id, by: 'operator:lin', why: 'stable' })
    const draft = await opens(phone, buyer.view.id)
    const whole = person('2003-04-03').idNumber
    expect(draft.status).toBe('created')
    expect(numberOf(draft)).toBe(maskIdNumber(whole))
    const people = {
      ...draft.answers.people,
      policyholder: { ...draft.answers.people.policyholder, institution: 'Another University' },
    }
    const saved = ok(await phone.request(saveOrder, { id: draft.id, version: draft.version, people }))
    expect(saved).toMatchObject({
      peopleErrors: {},
      answers: { people: { policyholder: { institution: 'Another University', idNumber: maskIdNumber(whole) } } },
    })
  })

  test('does not see what its device reopened after such a review', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn(buyerWith('2003-04-04', 'reopened@example.com'), { q1: 'Healed.' })
    await buyer.submit()
    await passReview(server.deps, { id: buyer.view.id, by: 'operator:lin', why: 'stable' })
    buyer.order = await opens(buyer.client, buyer.view.id)
    await buyer.submit()
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    const phone = await logInAs(server, 'reopened@example.com')
    expect(refusal(await phone.request(getOrder, { id: buyer.view.id }))).toBe('not_found')
    expect((await buyer.submit()).status).toBe('awaiting_payment')
  })

  test('does not get a draft that was given up', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    await buyer.save({ people: buyerWith('2003-04-05', 'discarded@example.com') })
    ok(await buyer.client.request(cancelOrder, buyer.at))
    const phone = await logInAs(server, 'discarded@example.com')
    expect(refusal(await phone.request(getOrder, { id: buyer.view.id }))).toBe('not_found')
  })
})

describe('the device that began a draft which somebody opened from its link', () => {
  async function openedFrom(email: string): Promise<{ device: Buyer; owner: Client; id: string }> {
    const device = new Buyer(server)
    const { id } = await device.create()
    ok(await device.client.request(sendOrderLink, { id, to: email }))
    const owner = await logInAs(server, email)
    await opens(owner, id)
    return { device, owner, id }
  }
  const idsOf = async (client: Client): Promise<string[]> =>
    ok(await client.request(listOrders, {})).orders.map((it) => it.id)

  test('no longer opens it once its owner has entered something, and a login there opens it again', async () => {
    const { device, owner, id } = await openedFrom('victim@example.com')
    expect((await opens(device.client, id)).status).toBe('created')
    const draft = await agreeToSensitive(owner, await opens(owner, id))
    expect(refusal(await device.client.request(getOrder, { id }))).toBe('not_found')
    ok(
      await owner.request(saveOrder, {
        id,
        version: draft.version,
        people: buyerWith('2003-05-01', 'victim@example.com'),
      }),
    )
    expect(refusal(await device.client.request(getOrder, { id }))).toBe('not_found')
    expect(await idsOf(device.client)).toEqual([])
    server.advance(60_000)
    await logInAs(server, 'victim@example.com', device.client)
    expect((await opens(device.client, id)).answers.people.policyholder.idNumber).toBe(person('2003-05-01').idNumber)
  })

  test('can finish it within 24 hours of that, which its own changes do not extend', async () => {
    const { device, owner, id } = await openedFrom('slow.student@example.com')
    server.advance(23 * HOUR)
    device.order = await opens(device.client, id)
    await device.save({ people: buyerWith('2003-05-02', 'slow.student@example.com') })
    expect(await idsOf(device.client)).toEqual([id])
    server.advance(2 * HOUR)
    expect(refusal(await device.client.request(getOrder, { id }))).toBe('not_found')
    expect(await idsOf(device.client)).toEqual([])
    expect((await opens(await logInAs(server, 'slow.student@example.com', owner), id)).id).toBe(id)
  })
})

describe('a change of owner leaves an event', () => {
  async function eventsOf({ view }: Buyer) {
    const rows = await server.deps.db
      .selectFrom('events')
      .selectAll()
      .where('entity', '=', 'order')
      .where('entity_id', '=', view.id)
      .where('to_status', '=', 'owner_changed')
      .orderBy('id')
      .execute()
    return rows.map(({ by, why, data }) => ({
      by: by.replace(/:.*/, ''),
      why,
      ...(JSON.parse(data ?? '{}') as { from: string | null; to: string | null; ownedBy: string | null }),
    }))
  }

  test('by a login on its device, and by one elsewhere with its address', async () => {
    const here = await sentUnder('2003-03-01', 'here@example.com')
    await logInAs(server, 'here@example.com', here.client)
    expect(await eventsOf(here)).toMatchObject([{ by: 'user', why: 'login', from: null, ownedBy: 'device' }])
    const elsewhere = await sentUnder('2003-03-02', 'elsewhere@example.com')
    await logInAs(server, 'elsewhere@example.com')
    expect(await eventsOf(elsewhere)).toMatchObject([{ by: 'user', why: 'login', from: null, ownedBy: 'address' }])
  })

  test('by opening it from its link', async () => {
    const phone = await logInAs(server, 'linked@example.com')
    const buyer = new Buyer(server)
    await buyer.create()
    ok(await buyer.client.request(sendOrderLink, { id: buyer.view.id, to: 'linked@example.com' }))
    await opens(phone, buyer.view.id)
    await opens(phone, buyer.view.id)
    expect(await eventsOf(buyer)).toMatchObject([{ by: 'user', why: 'opened', from: null, ownedBy: 'link' }])
  })

  test('by payment', async () => {
    await logInAs(server, 'pays@example.com')
    const buyer = await sentUnder('2003-03-03', 'pays@example.com')
    await server.deps.write((trx) =>
      markPaid(trx, { orderId: buyer.view.id, paymentId: 'test-pays', at: server.deps.clock() }),
    )
    expect(await eventsOf(buyer)).toMatchObject([{ by: 'payment', why: 'paid', from: null, ownedBy: 'address' }])
  })
})
