/** What reaches the account of a person who is already signed in, by a contact that she has proven (decision 0046). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contactMac } from '../../src/features/orders/server/access/order-access.ts'
import { markPaid } from '../../src/features/orders/server/sold-order.ts'
import { getOrder, listOrders, reopenOrder, salesLog } from '../../src/features/orders/contract.ts'
import { passReview } from '../../src/features/orders/server/review/health-review.ts'
import { sendOrderLink } from '../../src/features/orders/draft-link-call.ts'
import { listPolicies } from '../../src/features/policies/contract.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { Buyer, ok, person, refusal, SELF } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

const ordersOf = async (client: Client): Promise<string[]> =>
  ok(await client.request(listOrders, {})).orders.map(({ id }) => id)
const buyerWith = (birth: string, email: string, more: Parameters<typeof person>[1] = {}) => ({
  ...SELF,
  policyholder: person(birth, { email, ...more }),
})
async function pay({ view }: Buyer): Promise<void> {
  await server.deps.write((trx) =>
    markPaid(trx, { orderId: view.id, paymentId: `test-${view.id}`, at: server.deps.clock() }),
  )
  await server.drain()
}

describe('an application whose link was sent to her', () => {
  async function resumed(email: string): Promise<{ desktop: Buyer; phone: Client }> {
    const desktop = new Buyer(server)
    await desktop.create()
    ok(await desktop.client.request(sendOrderLink, { id: desktop.view.id, to: email }))
    const phone = await logInAs(server, email)
    expect(ok(await phone.request(getOrder, { id: desktop.view.id })).id).toBe(desktop.view.id)
    return { desktop, phone }
  }

  test('is still hers when the first device names that address and sends the application', async () => {
    const { desktop, phone } = await resumed('resumed@example.com')
    await desktop.fillIn(buyerWith('2003-01-01', 'resumed@example.com'))
    expect(await ordersOf(phone)).toEqual([desktop.view.id])
    await desktop.submit()
    expect(ok(await phone.request(getOrder, { id: desktop.view.id })).status).toBe('awaiting_payment')
    expect(await ordersOf(phone)).toEqual([desktop.view.id])
  })

  test('is still hers when the first device names another policyholder', async () => {
    const { desktop, phone } = await resumed('mother.of@example.com')
    await desktop.fillIn(buyerWith('2003-01-02', 'student.of@example.com'))
    expect(await ordersOf(phone)).toEqual([desktop.view.id])
    await desktop.save({ people: buyerWith('2003-01-02', 'another.of@example.com') })
    expect(await ordersOf(phone)).toEqual([desktop.view.id])
  })

  test('is no longer hers when the first device sends the link to another address: hers may have been mistyped', async () => {
    const { desktop, phone } = await resumed('wrong.mother@example.com')
    const { id } = desktop.view
    ok(await desktop.client.request(sendOrderLink, { id, to: 'right.mother@example.com' }))
    expect(refusal(await phone.request(getOrder, { id }))).toBe('not_found')
    expect(await ordersOf(phone)).toEqual([])
    const mother = await logInAs(server, 'right.mother@example.com')
    expect(ok(await mother.request(getOrder, { id })).id).toBe(id)
    expect(ok(await desktop.client.request(getOrder, { id })).id).toBe(id)
  })

  test('is still hers after that if the order names an address of hers, or the link went to another one of hers', async () => {
    const named = await resumed('named.in@example.com')
    await named.desktop.save({ people: buyerWith('2003-01-05', 'named.in@example.com') })
    ok(await named.desktop.client.request(sendOrderLink, { id: named.desktop.view.id, to: 'aunt.of@example.com' }))
    expect(await ordersOf(named.phone)).toEqual([named.desktop.view.id])
    const twice = await resumed('twice.sent@example.com')
    ok(await twice.desktop.client.request(sendOrderLink, { id: twice.desktop.view.id, to: 'Twice.Sent@example.com' }))
    expect(await ordersOf(twice.phone)).toEqual([twice.desktop.view.id])
  })

  test('is put into no account by a login alone, so that a mistyped address can be corrected', async () => {
    const desktop = new Buyer(server)
    const { id } = await desktop.create()
    ok(await desktop.client.request(sendOrderLink, { id, to: 'unaware@example.com' }))
    const unaware = await logInAs(server, 'unaware@example.com')
    expect(await ordersOf(unaware)).toEqual([])
    ok(await desktop.client.request(sendOrderLink, { id, to: 'meant.to@example.com' }))
    expect(refusal(await unaware.request(getOrder, { id }))).toBe('not_found')
    expect(ok(await (await logInAs(server, 'meant.to@example.com')).request(getOrder, { id })).id).toBe(id)
  })

  test('is not hers if somebody else had the address when it was begun', async () => {
    const desktop = new Buyer(server)
    const { id } = await desktop.create()
    ok(await desktop.client.request(sendOrderLink, { id, to: 'given.out@example.com' }))
    const later = await logInAs(server, 'given.out@example.com')
    await server.deps.write((trx) =>
      trx
        .updateTable('contacts')
        .set({ counts_from: server.deps.clock() + 1 })
        .where('mac', '=', contactMac(server.deps, 'given.out@example.com'))
        .execute(),
    )
    expect(refusal(await later.request(getOrder, { id }))).toBe('not_found')
  })

  test('is nobody’s but its buyer’s once it was paid before anybody opened the link', async () => {
    const signedIn = await logInAs(server, 'other.mailbox@example.com')
    const desktop = new Buyer(server)
    const { id } = await desktop.create()
    ok(await desktop.client.request(sendOrderLink, { id, to: 'other.mailbox@example.com' }))
    await desktop.fillIn(buyerWith('2003-01-04', 'her.own@example.com'))
    await desktop.submit()
    await pay(desktop)
    expect(refusal(await signedIn.request(getOrder, { id }))).toBe('not_found')
    await logInAs(server, 'other.mailbox@example.com', signedIn)
    expect(refusal(await signedIn.request(getOrder, { id }))).toBe('not_found')
    expect(await ordersOf(await logInAs(server, 'her.own@example.com'))).toEqual([id])
  })

  test('opens in a session that began before the link was sent', async () => {
    const phone = await logInAs(server, 'signed.in@example.com')
    const desktop = new Buyer(server)
    const { id } = await desktop.create()
    expect(refusal(await phone.request(getOrder, { id }))).toBe('not_found')
    ok(await desktop.client.request(sendOrderLink, { id, to: 'signed.in@example.com' }))
    expect(ok(await phone.request(getOrder, { id })).id).toBe(id)
    expect(await ordersOf(phone)).toEqual([id])
    // The device that makes it goes on making it.
    await desktop.fillIn(buyerWith('2003-01-03', 'signed.in@example.com'))
    expect((await desktop.submit()).status).toBe('awaiting_payment')
  })
})

describe('bought without a login under the address of somebody who is signed in', () => {
  test('is among her orders once it is paid', async () => {
    const phone = await logInAs(server, 'second@example.com')
    const desktop = new Buyer(server)
    await desktop.fillIn(buyerWith('2003-02-01', 'Second@Example.com'))
    await desktop.submit()
    await pay(desktop)
    expect(await ordersOf(phone)).toEqual([desktop.view.id])
    expect(ok(await phone.request(listPolicies, { tab: 'pending_activation' })).policies).toHaveLength(1)
    expect(ok(await desktop.client.request(getOrder, { id: desktop.view.id })).status).toBe('issued')
  })

  test('before that, nothing is put into her account; opened from her mail it is hers', async () => {
    const phone = await logInAs(server, 'opened@example.com')
    const desktop = new Buyer(server)
    await desktop.fillIn(buyerWith('2003-02-02', 'opened@example.com'))
    const { id } = desktop.view
    // Not sent yet: the address may be mistyped, and a draft shows everything in full.
    expect(refusal(await phone.request(getOrder, { id }))).toBe('not_found')
    await desktop.submit()
    expect(await ordersOf(phone)).toEqual([])
    expect(ok(await phone.request(salesLog, { id })).intact).toBe(true)
    expect(await ordersOf(phone)).toEqual([id])
    expect(ok(await desktop.client.request(getOrder, { id })).id).toBe(id)
  })

  test('is not hers while its device changes it, and hers again once it was sent under the same address', async () => {
    const phone = await logInAs(server, 'stands@example.com')
    const desktop = new Buyer(server)
    await desktop.fillIn(buyerWith('2003-02-03', 'stands@example.com'))
    await desktop.submit()
    const { id } = desktop.view
    expect(ok(await phone.request(getOrder, { id })).id).toBe(id)
    desktop.order = ok(await desktop.client.request(reopenOrder, desktop.at))
    await desktop.save({ people: buyerWith('2003-02-03', 'stands@example.com', { mobile: '13800000203' }) })
    expect(await ordersOf(phone)).toEqual([])
    await desktop.submit()
    expect(ok(await phone.request(getOrder, { id })).id).toBe(id)
    desktop.order = ok(await desktop.client.request(reopenOrder, desktop.at))
    await desktop.save({ people: buyerWith('2003-02-03', 'corrected@example.com', { mobile: '13800000203' }) })
    await desktop.submit()
    expect(refusal(await phone.request(getOrder, { id }))).toBe('not_found')
  })

  test('leaves her when its device corrects that address after a health review, also if she had its link sent to herself', async () => {
    const phone = await logInAs(server, 'mistyped@example.com')
    const desktop = new Buyer(server)
    await desktop.fillIn(buyerWith('2003-02-05', 'mistyped@example.com'), { q1: 'Healed.' })
    await desktop.submit()
    const { id } = desktop.view
    expect(ok(await phone.request(getOrder, { id })).status).toBe('under_review')
    await passReview(server.deps, { id, by: 'operator:lin', why: 'stable' })
    ok(await phone.request(sendOrderLink, { id, to: 'mistyped@example.com' }))
    desktop.order = ok(await desktop.client.request(getOrder, { id }))
    await desktop.save({ people: buyerWith('2003-02-05', 'mistyped@example.com', { mobile: '13800000205' }) })
    expect(await ordersOf(phone)).toEqual([id])
    await desktop.save({ people: buyerWith('2003-02-05', 'meant@example.com') })
    expect(refusal(await phone.request(getOrder, { id }))).toBe('not_found')
    expect(await ordersOf(phone)).toEqual([])
  })

  test('is nobody else’s, and not of somebody who has had the address only since', async () => {
    const stranger = await logInAs(server, 'stranger@example.com')
    const desktop = new Buyer(server)
    await desktop.fillIn(buyerWith('2003-02-04', 'recycled@example.com'))
    await desktop.submit()
    expect(refusal(await stranger.request(getOrder, { id: desktop.view.id }))).toBe('not_found')
    const later = await logInAs(server, 'other.recycled@example.com')
    // As for an address that its former owner gave up after this order was made.
    await server.deps.write(async (trx) => {
      const own = await trx
        .selectFrom('orders')
        .select('buyer_email_mac')
        .where('id', '=', desktop.view.id)
        .executeTakeFirstOrThrow()
      await trx
        .updateTable('contacts')
        .set({ mac: own.buyer_email_mac ?? '', counts_from: server.deps.clock() + 1 })
        .where('mac', '=', contactMac(server.deps, 'other.recycled@example.com'))
        .execute()
    })
    expect(refusal(await later.request(getOrder, { id: desktop.view.id }))).toBe('not_found')
    await pay(desktop)
    expect(await ordersOf(later)).toEqual([])
    expect(await ordersOf(stranger)).toEqual([])
  })
})
