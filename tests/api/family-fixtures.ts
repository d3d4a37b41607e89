/** A student who adds a spouse and children to the order. All people are invented. */
import {
  EMPTY_PEOPLE,
  type FamilyMember,
  type PeopleDraft,
  type PersonDraft,
} from '../../src/features/orders/rules/check-person-fields.ts'
import { agreeConsent, sendConsent, viewConsent, type Trip } from '../../src/features/orders/contract.ts'
import { logInAs } from './logged-in-user.ts'
import { Buyer, idOf, messages, ok, person, TRIP } from './orders-fixtures.ts'
import { preparedServers } from './prepared-servers.ts'

export const J1: Trip = { ...TRIP, plan: 'us-j1', tier: 'standard', destination: 'us' }

const passport = (number: string, idName: string, birthDate: string, over: Partial<PersonDraft> = {}): PersonDraft =>
  person(birthDate, { idType: 'passport', idNumber: number, idName, institution: '', email: '', ...over })

export const SPOUSE: FamilyMember = {
  key: 'p1',
  relationship: 'spouse',
  deathBenefitElsewhere: null,
  person: person('1999-02-02', {
    idName: '李娜',
    idNumber: idOf('1999-02-02', 'female', 77),
    institution: '',
    email: 'li.na@example.com',
  }),
}
export const CHILD: FamilyMember = {
  key: 'p2',
  relationship: 'child',
  deathBenefitElsewhere: 0,
  person: passport('EJ1234567', 'LI XIAO', '2021-06-01'),
}
export const BABY: FamilyMember = {
  key: 'p3',
  relationship: 'child',
  deathBenefitElsewhere: 150_000,
  person: passport('EJ1234568', 'LI MENG', '2025-06-01'),
}

export const STUDENT = person('1998-08-20', { idName: '李明', idNumber: idOf('1998-08-20', 'male'), gender: 'male' })
export const FAMILY: PeopleDraft = {
  ...EMPTY_PEOPLE,
  relationship: 'self',
  policyholder: STUDENT,
  family: [SPOUSE, CHILD, BABY],
}

/** The student's own part: US Exchange Visitor, Standard, at 27: 360.00 a month for twelve months. */
export const OWN = 12 * 36_000
/** The price of the whole family. */
export const WHOLE = OWN + OWN * 1.5 + 2 * (OWN * 0.8)

const start = preparedServers(() => Promise.resolve())

/** The student, logged in on a server of her own. */
export async function loggedInStudent(): Promise<Buyer> {
  const { server } = await start()
  return new Buyer(server, await logInAs(server, STUDENT.email))
}

/** Fills in everything up to the check page; the spouse consents herself. */
export async function fillFamily(
  buyer: Buyer,
  people: PeopleDraft = FAMILY,
  yes: Record<string, string> = {},
): Promise<void> {
  await buyer.create(J1)
  await buyer.fillIn(people, yes)
  if (buyer.view.family.some(({ consent }) => consent)) await agree(buyer)
}

export async function consentCode(buyer: Buyer, key = 'p1'): Promise<string> {
  buyer.order = ok(await buyer.client.request(sendConsent, { ...buyer.at, channel: 'email', person: key }))
  await buyer.server.drain()
  return (await messages(buyer.server)).flatMap(({ text }) => /consent=([0-9a-z]{26})/.exec(text)?.[1] ?? [])[0] ?? ''
}

export async function agree(buyer: Buyer, key = 'p1'): Promise<void> {
  const code = await consentCode(buyer, key)
  const stranger = buyer.server.client()
  const { text, deathBenefit } = ok(await stranger.request(viewConsent, { code }))
  ok(
    await stranger.request(agreeConsent, {
      code,
      agree: true,
      nameConfirmed: true,
      sensitive: true,
      amount: deathBenefit,
      sha256: text.sha256,
      openedAt: buyer.server.deps.clock(),
    }),
  )
  await buyer.save({})
}
