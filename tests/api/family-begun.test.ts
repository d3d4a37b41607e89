/** A family's application from the price onwards, and a second one for the same people. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOrder } from '../../src/features/orders/contract.ts'
import { BABY, CHILD, FAMILY, fillFamily, J1, loggedInStudent, OWN } from './family-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { Buyer, idOf, ok, person, refusal } from './orders-fixtures.ts'
import type { TestServer } from './start-server.ts'

let server: TestServer
let buyer: Buyer
beforeEach(async () => {
  buyer = await loggedInStudent()
  server = buyer.server
})
afterEach(() => server.close())

test('an application begins with the people of the price query, in plans that insure families', async () => {
  const family = [
    { relationship: 'spouse' as const, birthDate: '1999-02-02' },
    { relationship: 'child' as const, birthDate: '2020-01-01' },
  ]
  const begun = ok(
    await buyer.client.request(createOrder, { trip: J1, birthDate: '1998-08-20', family, key: 'family-known' }),
  )
  expect(begun.answers.people).toMatchObject({ relationship: 'self', policyholder: { birthDate: '1998-08-20' } })
  expect(begun.answers.people.family.map((it) => [it.key, it.relationship, it.person.birthDate])).toEqual([
    ['p1', 'spouse', '1999-02-02'],
    ['p2', 'child', '2020-01-01'],
  ])
  expect(begun.premium?.amount).toBe(OWN + OWN * 1.5 + OWN * 0.8)
  const none = ok(
    await buyer.client.request(createOrder, {
      trip: { ...J1, plan: 'short-camp', tier: '' },
      family,
      key: 'family-not-taken',
    }),
  )
  expect(none.answers.people).toMatchObject({ relationship: '', family: [] })
  expect(
    refusal(
      await buyer.client.request(createOrder, {
        trip: J1,
        family: [...family, family[0] ?? { relationship: 'spouse', birthDate: '1999-02-02' }],
        key: 'two-spouses-1',
      }),
    ),
  ).toBe('invalid')
})

test('another order for one of the same people is pointed out while neither is paid', async () => {
  await fillFamily(buyer, { ...FAMILY, family: [CHILD] })
  await buyer.submit()
  const second = new Buyer(server, buyer.client)
  await second.create(J1, 'draft-two')
  await second.fillIn({ ...FAMILY, family: [CHILD] })
  expect(second.view.duplicates.map(({ order }) => order)).toEqual([buyer.view.id])
  const stranger = new Buyer(server, await logInAs(server, 'other-student@example.com'))
  const self = person('1997-03-04', { email: 'other-student@example.com', idNumber: idOf('1997-03-04', 'female', 33) })
  await fillFamily(stranger, { ...FAMILY, policyholder: self, family: [BABY] })
  expect(stranger.view.duplicates).toEqual([])
  const third = new Buyer(server, stranger.client)
  await stranger.submit()
  await third.create(J1, 'draft-two')
  await third.fillIn({
    ...FAMILY,
    policyholder: person('1996-03-04', {
      email: 'other-student@example.com',
      idNumber: idOf('1996-03-04', 'female', 34),
    }),
    family: [BABY],
  })
  expect(third.view.duplicates.map(({ order }) => order)).toEqual([stranger.view.id])
})
