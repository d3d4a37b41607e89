/**
 * Two buyers, such as mother and father, order the same cover for the same person: the second is charged only if its
 * buyer says that it is meant.
 */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { payCreate } from '../../src/features/cashier/contract.ts'
import { Buyer, idOf, ok, person, SELF } from './orders-fixtures.ts'
import { startServer, type TestServer } from './start-server.ts'

let server: TestServer
beforeEach(async () => void (server = await startServer()))
afterEach(() => server.close())

/** Two buyers with the same insured person on two devices, both ready to send; neither sees anything of the other. */
async function twoBuyers(serial: number): Promise<[Buyer, Buyer]> {
  const people = { ...SELF, policyholder: person('2003-03-03', { idNumber: idOf('2003-03-03', 'female', serial) }) }
  const both: [Buyer, Buyer] = [new Buyer(server), new Buyer(server)]
  for (const buyer of both) await buyer.fillIn(people)
  for (const buyer of both) expect(buyer.view.duplicates).toEqual([])
  return both
}
const pay = (buyer: Buyer) =>
  buyer.client.request(payCreate, { order: buyer.view.id, method: 'wechat', key: `pay-${buyer.view.id}` })

test('sent at the same moment, one of two is refused until its buyer says that a second is meant', async () => {
  for (const serial of [11, 13, 15, 17]) {
    const both = await twoBuyers(serial)
    const texts = [await both[0].tick(), await both[1].tick()]
    const replies = await Promise.all(both.map((buyer, i) => buyer.trySubmit({ sha256: texts[i] ?? '' })))
    expect(replies.map((reply) => (reply.ok ? reply.data.status : reply.code)).sort()).toEqual([
      'awaiting_payment',
      'duplicate',
    ])
    const refused = replies.findIndex((reply) => !reply.ok)
    // The answer reveals nothing of the other order.
    expect(replies[refused]).toMatchObject({ extra: { orders: [] } })
  }
})

test('what was not sent cannot be paid, and money is taken twice only of who said so', async () => {
  const [first, second] = await twoBuyers(21)
  await first.submit()
  expect(await second.trySubmit()).toMatchObject({ code: 'duplicate' })
  expect((await pay(second)).ok).toBe(false)
  ok(await pay(first))
  expect(await second.trySubmit()).toMatchObject({ code: 'duplicate' })
  expect((await second.submit(true)).status).toBe('awaiting_payment')
  expect((await pay(second)).ok).toBe(true)
})
