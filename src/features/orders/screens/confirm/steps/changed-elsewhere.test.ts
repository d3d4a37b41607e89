import { expect, test } from 'vitest'
import type { OrderView } from '../../../contract.ts'
import { answersSchema, type Answers } from '../../../rules/order-fields.ts'
import { EMPTY_PERSON, type FamilyMember } from '../../../rules/people-draft.ts'
import { changes } from './changed-elsewhere.tsx'

const said = (was: Partial<Answers>, now: Partial<Answers>): string[] => {
  const order = (answers: Partial<Answers>) =>
    ({ answers: answersSchema.parse({ trip: { plan: 'us-f1' }, ...answers }), premium: null }) as OrderView
  const t = (key: string, values: Record<string, unknown> = {}): string =>
    [key, ...Object.values(values)].map(String).join(' ')
  return changes({ t, lang: 'en', plan: { tierNames: {} } as never }, order(was), order(now))
}
const trip = { plan: 'us-f1', tier: '', start: '', end: '', destination: '', arrived: null }
const people = answersSchema.parse({ trip }).people
const spouse: FamilyMember = { key: 'p1', relationship: 'spouse', person: EMPTY_PERSON, deathBenefitElsewhere: null }

test('a destination and an arrival that were changed elsewhere are named', () => {
  expect(
    said({ trip: { ...trip, destination: 'us' } }, { trip: { ...trip, destination: 'ca', arrived: true } }),
  ).toEqual([
    'confirm:check.changed.line confirm:trip.destination plans:plan.where.us plans:plan.where.ca',
    'confirm:check.changed.line confirm:trip.arrived — confirm:yes',
  ])
})

test('who was added is said beside a field that was changed', () => {
  const now = { ...people, family: [spouse], policyholder: { ...people.policyholder, idName: 'LIN XIAO' } }
  expect(said({ people }, { people: now })).toEqual([
    'confirm:check.changed.person confirm:people.policyholder confirm:person.idName',
    'confirm:check.changed.people',
  ])
  expect(said({ people: now }, { people: now })).toEqual([])
})
