/** What a copied device secret is worth after its owner logged in, signed out, or time has passed (decision 0034). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '../../src/app/requests/api.ts'
import { DEVICE_SECRET, KEYS } from '../../src/app/storage/storage-keys.ts'
import { memoryStore } from '../../src/app/storage/storage.ts'
import { payMethods, payStatus } from '../../src/features/cashier/contract.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import {
  cancelOrder,
  createOrder,
  getOrder,
  listOrders,
  salesLog,
  saveOrder,
} from '../../src/features/orders/contract.ts'
import { claimablePolicies, startClaim } from '../../src/features/claims/contract.ts'
import { getPolicy, listPolicies, policyDocumentFile } from '../../src/features/policies/contract.ts'
import { logout, logoutOthers } from '../../src/features/session/contract.ts'
import type { Call } from '../../src/lib/contract.ts'
import { LIMITS } from '../../src/lib/limits-and-periods.ts'
import { Claimant, TODAY } from './claims-fixtures.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { agreeToSensitive, Buyer, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

const MAIL = 'lin.owner@example.com'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const PEOPLE = { ...SELF, policyholder: person('1999-01-02', { email: MAIL }) }
let server: TestServer
beforeEach(async () => {
  server = await startServer()
})
afterEach(() => server.close())

/** Somebody who copied only the secret from this browser. */
function thiefOf(client: Client): Client {
  const store = memoryStore()
  store.setItem(DEVICE_SECRET, client.store.getItem(DEVICE_SECRET) ?? '')
  return server.client({ store })
}

async function issue(order: string): Promise<string> {
  expect(
    await server.deps.write((trx) => markPaid(trx, { orderId: order, paymentId: 'test', at: server.deps.clock() })),
  ).toBe('paid')
  await server.drain()
  return (
    await server.deps.db.selectFrom('policies').select('id').where('order_id', '=', order).executeTakeFirstOrThrow()
  ).id
}

/** A policy, and a draft beside it, of a buyer who may be logged in. */
async function bought(client: Client) {
  const buyer = new Buyer(server, client)
  await buyer.fillIn(PEOPLE)
  const { id } = await buyer.submit()
  const policy = await issue(id)
  const draft = await agreeToSensitive(
    client,
    ok(await client.request(createOrder, { trip: TRIP, key: 'a-second-draft' })),
  )
  return { order: id, policy, draft: { id: draft.id, version: draft.version } }
}

type Bought = Awaited<ReturnType<typeof bought>>

/** Each call of a device about its purchases, with the result: `ok`, or the code of the refusal. */
async function calls(thief: Client, { order, policy, draft }: Bought): Promise<Record<string, string>> {
  const code = (reply: Reply<Call> | { ok: true }): string => ('code' in reply ? reply.code : 'ok')
  return {
    get: refusal(await thief.request(getOrder, { id: draft.id })),
    save: refusal(await thief.request(saveOrder, { ...draft, people: PEOPLE })),
    log: refusal(await thief.request(salesLog, { id: order })),
    policy: refusal(await thief.request(getPolicy, { id: policy })),
    pdf: code(await thief.blob(policyDocumentFile, { id: policy, kind: 'certificate', language: 'en' })),
    pay: refusal(await thief.request(payMethods, { order })),
    status: refusal(await thief.request(payStatus, { order })),
    cancel: refusal(await thief.request(cancelOrder, draft)),
  }
}

const NOTHING = Object.fromEntries(
  ['get', 'save', 'log', 'policy', 'pdf', 'pay', 'status', 'cancel'].map((name) => [name, 'not_found']),
)

const listed = async (client: Client) => ({
  orders: ok(await client.request(listOrders, {})).orders.length,
  policies: ok(await client.request(listPolicies, { tab: 'pending_activation' })).policies.length,
})

const tokenOf = (client: Client): string =>
  (JSON.parse(client.store.getItem(KEYS.token) ?? '{}') as { value: string }).value

describe('a copied device secret finds no order', () => {
  test('while they are logged in on the device, after they signed out there, and after their session ended by itself', async () => {
    const laptop = await logInAs(server, MAIL)
    const goods = await bought(laptop)
    const thief = thiefOf(laptop)
    expect(await calls(thief, goods)).toEqual(NOTHING)
    expect(await listed(thief)).toEqual({ orders: 0, policies: 0 })
    server.advance(13 * HOUR)
    expect(await calls(thief, goods)).toEqual(NOTHING)
    const again = await logInAs(server, MAIL, laptop)
    ok(await again.request(logout, { token: tokenOf(again) }))
    expect(await calls(thief, goods)).toEqual(NOTHING)
  })
  test('that was bought before they logged in', async () => {
    const laptop = server.client()
    const goods = await bought(laptop)
    await logInAs(server, MAIL, laptop)
    expect(await calls(thiefOf(laptop), goods)).toEqual(NOTHING)
    expect(await listed(laptop)).toEqual({ orders: 2, policies: 1 })
  })
  test('after "sign out everywhere else" from a device that never saw the order', async () => {
    const laptop = server.client()
    const goods = await bought(laptop)
    const phone = await logInAs(server, MAIL)
    ok(await phone.request(logoutOthers, {}))
    const { get: draft, save, cancel, ...sent } = await calls(thiefOf(laptop), goods)
    // A draft belongs only to the device: its address was never confirmed.
    expect([draft, save, cancel]).toEqual(['ok', 'ok', 'conflict'])
    expect(Object.values(sent)).toEqual(Object.values(sent).map(() => 'not_found'))
  })
  test('after thirty days, had nobody ever logged in', async () => {
    const laptop = server.client()
    const goods = await bought(laptop)
    server.advance(LIMITS.deviceDays * DAY)
    expect(await calls(thiefOf(laptop), goods)).toEqual(NOTHING)
    expect(await listed(thiefOf(laptop))).toEqual({ orders: 0, policies: 0 })
  })
  test('that is bought later on the same device: a secret that was used in a session makes no order', async () => {
    const laptop = await logInAs(server, MAIL)
    const thief = thiefOf(laptop)
    laptop.store.removeItem(KEYS.token)
    const buyer = new Buyer(server, laptop)
    await buyer.create()
    expect(ok(await laptop.request(getOrder, { id: buyer.view.id })).id).toBe(buyer.view.id)
    expect(refusal(await thief.request(getOrder, { id: buyer.view.id }))).toBe('not_found')
    expect(await listed(thief)).toEqual({ orders: 0, policies: 0 })
  })
  test('that is made with a secret of more than thirty days', async () => {
    const laptop = server.client()
    await new Buyer(server, laptop).create()
    const thief = thiefOf(laptop)
    server.advance(LIMITS.deviceDays * DAY)
    const later = new Buyer(server, laptop)
    await later.create(TRIP, 'a-month-later')
    expect(refusal(await thief.request(getOrder, { id: later.view.id }))).toBe('not_found')
  })
})

describe('buying without a login', () => {
  test('leads to the documents, on the device, right after buying', async () => {
    const laptop = server.client()
    const { policy, order } = await bought(laptop)
    expect(ok(await laptop.request(getPolicy, { order })).id).toBe(policy)
    const pdf = await laptop.blob(policyDocumentFile, { id: policy, kind: 'certificate', language: 'en' })
    expect(pdf.ok).toBe(true)
  })
  test('belongs to the person who logs in meanwhile, and continues after one code when the session ends', async () => {
    const laptop = server.client()
    const buyer = new Buyer(server, laptop)
    await buyer.create()
    await logInAs(server, MAIL, laptop)
    await buyer.save({ people: PEOPLE })
    server.advance(3 * HOUR)
    laptop.store.setItem(KEYS.token, JSON.stringify({ value: tokenOf(laptop), expiry: server.deps.clock() + HOUR }))
    expect(refusal(await laptop.request(saveOrder, { ...buyer.at, people: PEOPLE }))).toBe('5001')
    expect(laptop.seen).toEqual([5001])
    await logInAs(server, MAIL, laptop)
    expect(ok(await laptop.request(getOrder, { id: buyer.view.id })).answers.people.policyholder.email).toBe(MAIL)
  })
  test('stays open for a day after another device proves the address', async () => {
    const parents = new Buyer(server)
    await parents.fillIn(PEOPLE)
    await parents.submit()
    const student = await logInAs(server, MAIL)
    expect(ok(await student.request(getOrder, { id: parents.view.id })).id).toBe(parents.view.id)
    expect(refusal(await parents.client.request(payMethods, { order: parents.view.id }))).toBe('ok')
    server.advance(LIMITS.devicePurchaseHours * HOUR)
    expect(refusal(await parents.client.request(getOrder, { id: parents.view.id }))).toBe('not_found')
  })
  test("a login with another address ends the device's access to an order that an account took over", async () => {
    const laptop = new Buyer(server)
    await laptop.fillIn(PEOPLE)
    await laptop.submit()
    await logInAs(server, MAIL)
    const other = await logInAs(server, 'somebody.else@example.com', laptop.client)
    expect(refusal(await other.request(getOrder, { id: laptop.view.id }))).toBe('not_found')
    other.store.removeItem(KEYS.token)
    expect(refusal(await other.request(getOrder, { id: laptop.view.id }))).toBe('not_found')
  })
})

test('a policy that only the device shows, because somebody else bought it there, is not claimed on', async () => {
  const { db, clock, write } = server.deps
  // What was begun on the device without a login says how the device is known.
  const other = server.client()
  await new Buyer(server, other).create()
  const { holder } = await db
    .selectFrom('orders')
    .select('holder')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  await logInAs(server, 'wu@example.com', other)
  const [policy] = await (await Claimant.insured(server)).policies()
  const id = policy?.id ?? ''
  await write((trx) =>
    trx
      .updateTable('policies')
      .set({ holder, issued_at: clock() - 1 })
      .where('id', '=', id)
      .execute(),
  )
  expect(ok(await other.request(getPolicy, { id })).id).toBe(id)
  const found = ok(await other.request(claimablePolicies, { day: TODAY }))
  expect([found.policies, found.others]).toEqual([[], []])
  const begun = await other.request(startClaim, { policy: id, day: TODAY, key: 'on-her-device', sensitive: true })
  expect(refusal(begun)).toBe('not_found')
})
