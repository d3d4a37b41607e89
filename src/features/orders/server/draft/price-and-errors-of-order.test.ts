import { expect, test } from 'vitest'
import { addDays } from '../../../../lib/days/dates.ts'
import { EMPTY_PEOPLE, EMPTY_PERSON } from '../../rules/check-person-fields.ts'
import { assess } from './price-and-errors-of-order.ts'

const TODAY = '2026-11-29'
const trip = {
  plan: 'us-campus',
  tier: 'gold',
  destination: 'us',
  start: '2026-12-06',
  end: '2027-06-05',
  arrived: null,
} as const

test.each([
  { born: TODAY, minor: true },
  // At UTC+14 that day has begun.
  { born: addDays(TODAY, 1), minor: true },
  { born: addDays(TODAY, 2), minor: false },
])('somebody born on $born: a minor, $minor', ({ born, minor }) => {
  const people = {
    ...EMPTY_PEOPLE,
    relationship: 'child' as const,
    insured: { ...EMPTY_PERSON, idType: 'passport' as const, birthDate: born },
  }
  const health = { answers: {}, details: {} }
  expect(assess({ trip, people, health } as never, TODAY).minor).toBe(minor)
})
