/** "Save and leave": the way back to a draft, from another device and a day later. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getOrder, listOrders, saveOrder } from '../../src/features/orders/contract.ts'
import { sendOrderLink } from '../../src/features/orders/draft-link-call.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, messages, ok, refusal, SELF, TRIP } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const DAY = 86_400_000
let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

test.each(['mother@example.com', '13800138000'])(
  'signing in with %s on another device opens the draft there, and the first device keeps it',
  async (to) => {
    const buyer = new Buyer(server)
    await buyer.create()
    await buyer.save({ people: SELF })
    const { id } = buyer.view
    const sent = ok(await buyer.client.request(sendOrderLink, { id, to }))
    expect(sent.to).not.toBe(to)
    await server.drain()
    const [letter] = await messages(server)
    expect(letter?.to).toBe(to)
    expect(letter?.text).toContain(`/confirm?id=${id}`)
    server.advance(DAY / 2)
    const other = server.client()
    expect(refusal(await other.request(getOrder, { id }))).toBe('not_found')
    await logInAs(server, to, other)
    expect(ok(await other.request(getOrder, { id })).answers.people).toEqual(SELF)
    expect(ok(await other.request(listOrders, {})).orders.map((row) => row.id)).toEqual([id])
    const first = ok(await buyer.client.request(getOrder, { id }))
    expect(
      ok(await buyer.client.request(saveOrder, { id, version: first.version, trip: { ...TRIP, tier: 'premier' } }))
        .answers.trip.tier,
    ).toBe('premier')
  },
)

test('a draft opens only for the address to which its buyer sent the link', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  await buyer.save({ people: SELF })
  ok(await buyer.client.request(sendOrderLink, { id: buyer.view.id, to: 'mother@example.com' }))
  const stranger = await logInAs(server, SELF.policyholder.email)
  expect(refusal(await stranger.request(getOrder, { id: buyer.view.id }))).toBe('not_found')
  expect(refusal(await stranger.request(sendOrderLink, { id: buyer.view.id, to: SELF.policyholder.email }))).toBe(
    'not_found',
  )
})

test('typing continues to be saved; an application that was sent sends no link', async () => {
  const buyer = new Buyer(server)
  await buyer.create()
  const { id, version } = await buyer.agreeToSensitive()
  for (let n = 0; n < 5; n++)
    expect(ok(await buyer.client.request(sendOrderLink, { id, to: 'mother@example.com' })).to).toContain('@')
  expect(ok(await buyer.client.request(saveOrder, { id, version, people: SELF })).version).toBe(version + 1)
  expect(refusal(await buyer.client.request(sendOrderLink, { id, to: 'nobody' }))).toBe('invalid')
  await buyer.create(TRIP, 'draft-two')
  const other = buyer.view
  await buyer.fillIn()
  await buyer.submit()
  expect(refusal(await buyer.client.request(sendOrderLink, { id: other.id, to: 'mother@example.com' }))).toBe(
    'not_editable',
  )
})

test('the links to one mailbox are limited', async () => {
  const small = await startServer({ env: { CALLS_PER_MINUTE: '120' } })
  const buyer = new Buyer(small)
  const { id } = await buyer.create()
  const replies: string[] = []
  for (let n = 0; n < 6; n++)
    replies.push(refusal(await buyer.client.request(sendOrderLink, { id, to: 'mother@example.com' })))
  expect(replies.at(-1)).toBe('letters_many')
  await small.close()
})
