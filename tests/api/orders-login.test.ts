/** Who owns an order after a login: on this device, on another, on a shared one, with an address that was only typed. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KEYS } from '../../src/app/storage/storage-keys.ts'
import { writeToken } from '../../src/app/storage/storage.ts'
import { createOrder, getOrder, listOrders, reopenOrder } from '../../src/features/orders/contract.ts'
import { login, sendCode } from '../../src/features/session/contract.ts'
import { startServer, type TestServer } from './start-server.ts'
import { Buyer, messages, ok, person, refusal, SELF, TRIP } from './orders-fixtures.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

describe('logging in', () => {
  const logIn = async (client: Buyer['client'], destination: string) => {
    ok(await client.request(sendCode, { destination }))
    await server.drain()
    const code = (await messages(server)).find((message) => message.to === destination)?.code ?? ''
    const { token, csrf } = ok(await client.request(login, { destination, code, agreed: true }))
    writeToken(client.store, token, server.deps.clock())
    client.store.setItem(KEYS.csrfName, csrf.name)
    client.store.setItem(KEYS.csrfToken, csrf.token)
    return code
  }
  test('a session that has ended is asked to log in where only it would find the order', async () => {
    const buyer = new Buyer(server)
    const { id } = await buyer.create()
    await buyer.fillIn({ ...SELF, policyholder: person('1999-01-02', { email: 'ended@example.com' }) })
    await buyer.submit()
    const elsewhere = server.client()
    await logIn(elsewhere, 'ended@example.com')
    expect(ok(await elsewhere.request(getOrder, { id })).id).toBe(id)
    await server.deps.write((trx) => trx.updateTable('sessions').set({ ends_at: 0 }).execute())
    expect(refusal(await elsewhere.request(getOrder, { id }))).toBe('5001')
    expect(elsewhere.seen).toEqual([5001])
    expect(ok(await buyer.client.request(getOrder, { id })).id).toBe(id)
  })
  test('gives access to orders of the proven address, whichever device made them', async () => {
    const buyer = new Buyer(server)
    await buyer.fillIn({ ...SELF, policyholder: person('1999-01-03', { email: 'Owner@Example.com' }) })
    await buyer.submit()
    const other = server.client()
    await logIn(other, 'owner@example.com')
    const rows = await server.deps.db.selectFrom('orders').selectAll().where('id', '=', buyer.view.id).execute()
    expect(rows[0]?.user_id).toBeTruthy()
  })
  test('gives no draft to whoever owns the address that was typed there', async () => {
    const buyer = new Buyer(server)
    await buyer.create()
    await buyer.save({ people: { ...SELF, policyholder: { ...SELF.policyholder, email: 'mistyped@example.com' } } })
    const stranger = server.client()
    await logIn(stranger, 'mistyped@example.com')
    expect(refusal(await stranger.request(getOrder, { id: buyer.view.id }))).toBe('not_found')
    expect(ok(await stranger.request(listOrders, {})).orders).toEqual([])
  })
  test("ends a stranger's access to an order whose address the buyer corrects", async () => {
    const buyer = new Buyer(server)
    const policyholder = person('1999-01-04', { email: 'wrong.one@example.com' })
    await buyer.fillIn({ ...SELF, policyholder })
    await buyer.submit()
    const stranger = server.client()
    await logIn(stranger, 'wrong.one@example.com')
    expect(ok(await stranger.request(getOrder, { id: buyer.view.id })).id).toBe(buyer.view.id)
    buyer.order = ok(await buyer.client.request(reopenOrder, buyer.at))
    await buyer.save({ people: { ...SELF, policyholder: { ...policyholder, email: 'right.one@example.com' } } })
    expect(refusal(await stranger.request(getOrder, { id: buyer.view.id }))).toBe('not_found')
  })
  test('the key of a draft that another login took over no longer opens it on the device', async () => {
    const buyer = new Buyer(server)
    await buyer.create(TRIP, 'key-of-a-tab')
    await logIn(buyer.client, 'third.one@example.com')
    buyer.client.store.removeItem(KEYS.token)
    await logIn(buyer.client, 'fourth.one@example.com')
    buyer.client.store.removeItem(KEYS.token)
    const next = ok(await buyer.client.request(createOrder, { trip: TRIP, key: 'key-of-a-tab' }))
    expect(next.id).not.toBe(buyer.view.id)
  })
  test('on a shared device does not show what an earlier login took over', async () => {
    const first = new Buyer(server)
    await logIn(first.client, 'first.one@example.com')
    await first.create()
    await first.save({ people: SELF })
    first.client.store.removeItem(KEYS.token)
    await logIn(first.client, 'second.one@example.com')
    expect(refusal(await first.client.request(getOrder, { id: first.view.id }))).toBe('not_found')
    expect(ok(await first.client.request(listOrders, {})).orders).toEqual([])
    first.client.store.removeItem(KEYS.token)
    const again = server.client()
    server.advance(60_000)
    await logIn(again, 'first.one@example.com')
    expect(ok(await again.request(getOrder, { id: first.view.id })).id).toBe(first.view.id)
  })
})
