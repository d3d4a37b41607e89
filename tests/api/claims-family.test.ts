/** Claims that one person fills in for another of the family. */
import { expect, test } from 'vitest'
import { Claimant, buyPolicy } from './claims-fixtures.ts'
import { logInAs } from './logged-in-user.ts'
import { idOf, parent, person } from './orders-fixtures.ts'
import { startServer } from './start-server.ts'

test('a claim is signed in person from the eighteenth birthday on, whoever fills in the claim; that person is the contact', async () => {
  const own = await startServer()
  const email = 'father@example.com'
  const insured = person('2008-03-02', {
    idName: '林小海',
    idNumber: idOf('2008-03-02', 'female', 92),
    email: 'child@example.com',
  })
  await buyPolicy(own, {
    email,
    people: {
      relationship: 'child',
      policyholder: { ...parent, email },
      insured,
      family: [],
      ownWages: false,
      pricedBirthDate: '',
      deathBenefitElsewhere: 0,
    },
  })
  const father = new Claimant(own, await logInAs(own, email))
  expect(await father.start()).toMatchObject({ signer: { role: 'guardian', reader: true } })
  own.advance(2 * 86_400_000)
  const later = new Claimant(own, await logInAs(own, email))
  expect(await later.start()).toMatchObject({
    signer: { role: 'insured', name: '林小海', reader: false },
    answers: { contactPerson: '林建国' },
  })
  await own.close()
})
