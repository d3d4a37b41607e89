/** Whose an order is: what an account may do with it by the way it came to it, and the events of that (decisions 0034 and 0046). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { markPaid } from '../../src/features/orders/server-contract.server.ts'
import { getOrder } from '../../src/features/orders/contract.ts'
import { sendOrderLink } from '../../src/features/orders/draft-link-call.ts'
import { startServer, type Client, type TestServer } from './start-server.ts'
import { Buyer, ok, person, SELF } from './orders-fixtures.ts'
import { logInAs } from './logged-in-user.ts'

let server: TestServer
beforeAll(async () => { server = await startServer() })
afterAll(() => server.close())

const buyerWith = (birth: string, email: string) => ({ ...SELF, policyholder: person(birth, { email }) })
async function sentUnder(birth: string, email: string): Promise<Buyer> {
  const buyer = new Buyer(server)
  await buyer.fill(buyerWith(birth, email))
  await buyer.submit()
  return buyer
}
const opens = async (client: Client, id: string) => ok(await client.request(getOrder, { id }))

describe('a change of owner leaves an event', () => {
  async function eventsOf({ view }: Buyer) {
    const rows = await server.deps.db.selectFrom('events').selectAll().where('entity', '=', 'order').where('entity_id', '=', view.id).where('to_status', '=', 'owner_changed').orderBy('id').execute()
    return rows.map(({ by, why, data }) => ({ by: by.replace(/:.*/, ''), why, ...(JSON.parse(data ?? '{}') as { from: string | null; to: string | null; ownedBy: string | null }) }))
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
    await server.deps.write((trx) => markPaid(trx, { orderId: buyer.view.id, paymentId: 'test-pays', at: server.deps.clock() }))
    expect(await eventsOf(buyer)).toMatchObject([{ by: 'payment', why: 'paid', from: null, ownedBy: 'address' }])
  })
})
