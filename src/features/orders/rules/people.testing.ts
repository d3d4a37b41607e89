/** People for the tests of who may be insured, and the people page that checks them. */
import { checkCharacter } from '../../../lib/people/id-number.ts'
import { EMPTY_PEOPLE, EMPTY_PERSON, type PeopleDraft, type PersonDraft } from './people-draft.ts'
import type { PeopleInput } from './death-benefit-consequences.ts'
import { checkPeople } from './who-may-buy-for-whom.ts'

export const TODAY = '2026-11-20'
const START = '2026-12-01'
export const PLAN = { ages: { from: 6, to: 40 }, deathBenefit: 300_000, family: true }

/** A made-up number with the right check character. */
export function idOf(birth: string, gender: 'male' | 'female', area = '110105'): string {
  const digits = area + birth.replaceAll('-', '') + (gender === 'male' ? '901' : '902')
  return digits + checkCharacter(digits)
}
/** Somebody born on this day with everything filled in. */
export const person = (birthDate: string, over: Partial<PersonDraft> = {}): PersonDraft => {
  const gender = over.gender === 'male' ? 'male' : 'female'
  return {
    ...EMPTY_PERSON,
    idType: 'resident_id',
    idName: '王䶮',
    idNumber: idOf(birthDate, gender),
    gender,
    birthDate,
    nationality: 'CN',
    institution: 'Sample University',
    email: 'wang@example.com',
    ...over,
  }
}
export const parent = person('1975-05-05', {
  gender: 'male',
  idName: '王大明',
  email: 'parent@example.com',
  institution: '',
})
/** The people page as it is checked. */
export const check = (people: Partial<PeopleDraft>, over: Partial<PeopleInput> = {}) =>
  checkPeople({ people: { ...EMPTY_PEOPLE, ...people }, plan: PLAN, start: START, today: TODAY, ...over })
/** The same where a parent buys for a child. */
export const forChild = (insured: PersonDraft, more: Partial<PeopleDraft> = {}) =>
  check({ relationship: 'child', policyholder: parent, insured, ...more })
