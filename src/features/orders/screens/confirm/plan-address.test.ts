import { expect, test } from 'vitest'
import { EMPTY_SEARCH, readSearch } from '../../../plans/rules/plan-search.ts'
import { EMPTY_PEOPLE, withFamily } from '../../rules/people-draft.ts'
import { planAddress } from './plan-address.ts'

const trip = {
  plan: 'asia-plus',
  tier: 'plus',
  start: '2027-04-01',
  end: '2028-03-31',
  destination: 'jp',
  arrived: null,
} as const
const asked = { ...EMPTY_SEARCH, to: 'jp', start: trip.start, end: trip.end, birth: '2005-11-02' }
const read = (address: string) => {
  const [path, query = ''] = address.split('?')
  return { path, tier: new URLSearchParams(query).get('tier'), search: readSearch(query) }
}

test('the page of the plan is asked for the same price', () => {
  const people = { ...EMPTY_PEOPLE, insured: { ...EMPTY_PEOPLE.insured, birthDate: '2005-11-02' } }
  expect(read(planAddress({ trip, people }))).toEqual({ path: '/plan/details/asia-plus', tier: 'plus', search: asked })
})

test('with the family, of whom a birth may be missing', () => {
  const family = [
    { relationship: 'spouse', birthDate: '2004-02-03' },
    { relationship: 'child', birthDate: '2026-01-01' },
    { relationship: 'child', birthDate: '' },
  ] as const
  const people = { ...withFamily(EMPTY_PEOPLE, family), pricedBirthDate: '2005-11-02' }
  expect(read(planAddress({ trip, people })).search).toEqual({
    ...asked,
    family: [
      { who: 'spouse', birth: '2004-02-03' },
      { who: 'child', birth: '2026-01-01' },
      { who: 'child', birth: '' },
    ],
  })
})

test('nothing is named that is not known', () => {
  const empty = { ...trip, start: '', end: '', destination: '' }
  expect(planAddress({ trip: empty, people: EMPTY_PEOPLE })).toBe('/plan/details/asia-plus?tier=plus')
})
