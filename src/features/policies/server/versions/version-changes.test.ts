import { expect, test } from 'vitest'
import type { People } from '../../../orders/server/people/agreed-people.ts'
import { changesOf, type StatedVersion } from './version-changes.ts'

const person: People['insured'] = {
  idType: 'passport',
  idName: 'LIN YUTONG',
  idNumber: 'E00000000',
  gender: 'female',
  birthDate: '2004-05-27',
  nationality: 'CN',
  email: 'a@example.com',
}
const issued: StatedVersion = {
  reason: 'issue',
  starts: '2027-01-10',
  ends: '2028-01-09',
  people: { insured: person, policyholder: person },
}

test('the issue changes nothing', () => {
  expect(changesOf(undefined, issued)).toEqual([])
})

test('each version names what it changed, of either person and each once', () => {
  const endorsed: StatedVersion = {
    ...issued,
    reason: 'endorsement',
    people: {
      insured: { ...person, idName: 'CHEN YUTONG', birthDate: '2004-05-28' },
      policyholder: { ...person, idName: 'CHEN YUTONG' },
    },
  }
  expect(changesOf(issued, endorsed)).toEqual(['name', 'birthDate'])
  expect(
    changesOf(issued, { ...issued, people: { insured: person, policyholder: { ...person, mobile: '13800138000' } } }),
  ).toEqual(['mobile'])
  expect(changesOf(issued, { ...issued, reason: 'extension', ends: '2028-03-09' })).toEqual(['period'])
  expect(changesOf(issued, { ...issued, reason: 'surrender' })).toEqual(['cancelled'])
})
