/** Which messages about an order are limited at an address that nobody has proven, and which are always sent. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancelOrder, getOrder } from '../../src/features/orders/contract.ts'
import { cancelByOperator } from '../../src/features/orders/server/close-order.ts'
import { sendOrderLink } from '../../src/features/orders/draft-link-call.ts'
import { orderCommands } from '../../src/features/orders/server/order-commands.ts'
import { commandOutput } from './operator-commands.ts'
import { logInAs } from './logged-in-user.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, messages, ok, person, refusal, SELF } from './orders-fixtures.ts'

const MAILBOX = 'guest@example.com'
const HOUR = 3_600_000
let server: TestServer
beforeEach(async () => {
  server = await startServer({ env: { CALLS_PER_MINUTE: '600' } })
})
afterEach(() => server.close())

const operator = (...argv: string[]) => commandOutput(server.deps, orderCommands, argv)

/** A sent application of the mailbox's owner; `yes` goes to review. */
async function sent(birthDate: string, { yes = false, client = server.client() } = {}): Promise<Buyer> {
  const buyer = new Buyer(server, client)
  await buyer.create(undefined, `draft-${birthDate}`)
  await buyer.fillIn(
    { ...SELF, policyholder: person(birthDate, { email: MAILBOX }) },
    yes ? { q3: 'Asthma, since 2019, inhaler' } : {},
  )
  await buyer.submit()
  return buyer
}

/** A stranger uses up what the mailbox takes in a day. */
async function exhaust(): Promise<void> {
  const stranger = new Buyer(server)
  const { id } = await stranger.create()
  const replies: string[] = []
  while (replies.at(-1) !== 'letters_many' && replies.length < 99)
    replies.push(refusal(await stranger.client.request(sendOrderLink, { id, to: MAILBOX })))
}

/** What the subjects say of the messages that the mailbox has received. */
const SUBJECTS = {
  submitted: / pay .* by /,
  declined: /declined the application/,
  passed: /accepted/,
  expired: /not paid in time/,
  cancelled: /is cancelled/,
}
async function received(which: keyof typeof SUBJECTS): Promise<number> {
  await server.drain()
  return (await messages(server)).filter(({ to, subject }) => to === MAILBOX && SUBJECTS[which].test(subject)).length
}

test('what the insurer decides reaches a mailbox that takes no more of what strangers cause', async () => {
  const declined = await sent('2001-01-01', { yes: true })
  const passed = await sent('2001-01-02', { yes: true })
  const dropped = await sent('2001-01-03')
  await exhaust()
  expect(
    await operator('orders', 'review', 'decline', declined.view.id, '--by', 'chen', '--why', 'Surgery is planned'),
  ).toMatchObject({ code: 0, said: expect.stringContaining('A message says why') as string })
  await operator('orders', 'review', 'pass', passed.view.id, '--by', 'chen', '--why', 'Well controlled')
  await cancelByOperator(server.deps, dropped.view.id, { by: 'operator:chen', why: 'asked by phone' })
  expect([await received('declined'), await received('passed'), await received('cancelled')]).toEqual([1, 1, 1])
})

test('that the time to pay is over is told to a mailbox that takes no more of what strangers cause', async () => {
  const one = await sent('2001-01-01')
  await exhaust()
  server.advance(26 * HOUR)
  expect(await received('expired')).toBe(1)
  expect(ok(await one.client.request(getOrder, { id: one.view.id })).status).toBe('expired')
})

test('that the time to pay is over floods nobody', async () => {
  await server.close()
  server = await startServer({ env: { CALLS_PER_MINUTE: '120' } })
  const client = await logInAs(server, 'stranger@example.com')
  for (let n = 0; n < 8; n++) {
    server.advance(60_000)
    await sent(`2001-02-0${n + 1}`, { client })
  }
  server.advance(3 * HOUR)
  expect(await received('expired')).toBe(6)
})

test('what the applicant causes is limited', async () => {
  const buyer = await sent('2001-01-01')
  await exhaust()
  ok(await buyer.client.request(cancelOrder, buyer.at))
  server.advance(2 * HOUR)
  expect(await received('cancelled')).toBe(0)
})

test('a device that has paid an order of the mailbox is told everything', async () => {
  const client = server.client()
  const paid = await sent('2001-01-01', { client })
  await server.deps.write((trx) =>
    trx.updateTable('orders').set({ paid_at: server.deps.clock() }).where('id', '=', paid.view.id).execute(),
  )
  await exhaust()
  const second = await sent('2001-01-02', { client })
  ok(await second.client.request(cancelOrder, second.at))
  expect([await received('submitted'), await received('cancelled')]).toEqual([2, 1])
})

test('a mailbox that signs somebody in takes more, from whatever device', async () => {
  await logInAs(server, MAILBOX)
  await exhaust()
  const other = await sent('2001-01-02')
  ok(await other.client.request(cancelOrder, other.at))
  expect(await received('cancelled')).toBe(1)
})
