import { describe, expect, it, test } from 'vitest'
import { answersSchema, type Answers } from '../contract.ts'
import { EMPTY_PERSON, type PersonDraft } from './people-draft.ts'
import { addsSensitive, holdsSensitive, withoutSensitive, withSensitiveOf } from './sensitive-data.ts'
import { isSensitiveField } from './sensitive-fields.ts'

const TODAY = '2026-03-01'
const adult: PersonDraft = {
  ...EMPTY_PERSON,
  idType: 'resident_id',
  idName: '林晓',
  birthDate: '2004-08-20',
  idNumber: '110105200408209021',
  passportNumber: 'EJ1234567',
  email: 'lin@example.com',
}
const child: PersonDraft = {
  ...EMPTY_PERSON,
  idType: 'passport',
  idName: 'LIN XIAO',
  birthDate: '2015-08-20',
  idNumber: 'EJ7654321',
  institution: 'Riverside School',
}
const answers = (people: object, health: object = {}): Answers =>
  answersSchema.parse({ trip: { plan: 'global-study' }, people, health })
const family: Answers = answers(
  { relationship: 'self', policyholder: adult, family: [{ key: 'p1', relationship: 'child', person: child }] },
  { answers: { q1: 'no', 'p1-q1': 'yes' }, details: { 'p1-q1': 'Asthma' } },
)

describe('what is left without the consent', () => {
  it('is an adult without numbers, and of a child under 14 the date of birth alone', () => {
    const { people, health } = withoutSensitive(family, TODAY)
    expect(people.policyholder).toEqual({ ...adult, idNumber: '', passportNumber: '' })
    expect(people.family[0]?.person).toEqual({ ...EMPTY_PERSON, idType: 'passport', birthDate: '2015-08-20' })
    expect(health).toEqual({ answers: {}, details: {} })
    expect([family, withoutSensitive(family, TODAY)].map((it) => holdsSensitive(it, TODAY))).toEqual([true, false])
  })
  it('comes back for everybody who is still the same person', () => {
    const left = withoutSensitive(family, TODAY)
    expect(withSensitiveOf(left, family, TODAY)).toEqual(family)
    const other = { ...left, people: { ...left.people, policyholder: { ...left.people.policyholder, idName: '王明' } } }
    expect(withSensitiveOf(other, family, TODAY).people).toMatchObject({
      policyholder: { idName: '王明', idNumber: '' },
      family: [{ person: child }],
    })
  })
})

test.each(['1/2/2015', '3/4/15', '2015-2-3'])(
  'of somebody born on "%s", who may be a child, nothing but that text is left',
  (birthDate) => {
    const typed = answers({ relationship: 'child', policyholder: adult, insured: { ...child, birthDate } })
    expect(withoutSensitive(typed, TODAY).people.insured).toEqual({ ...EMPTY_PERSON, idType: 'passport', birthDate })
    const parent = answers({
      relationship: 'self',
      policyholder: { ...adult, birthDate: birthDate.replace('15', '85') },
    })
    expect(withoutSensitive(parent, TODAY).people.policyholder.idName).toBe('林晓')
  },
)

describe('a change', () => {
  const named = answers({
    relationship: 'child',
    policyholder: { ...adult, idNumber: '', passportNumber: '' },
    insured: { birthDate: '2015-08-20' },
  })
  test.each([
    [
      'another contact',
      {
        ...named,
        people: { ...named.people, policyholder: { ...named.people.policyholder, email: 'other@example.com' } },
      },
      false,
    ],
    ['a number', { ...named, people: { ...named.people, policyholder: adult } }, true],
    ['the name of a child', { ...named, people: { ...named.people, insured: child } }, true],
    ['a health answer', { ...named, health: { answers: { q1: 'no' as const }, details: {} } }, true],
  ] as const)('%s', (_, after, adds) => expect(addsSensitive(named, after, TODAY)).toBe(adds))
  it('that takes away, or moves a person to another place, adds nothing', () => {
    expect(addsSensitive(family, withoutSensitive(family, TODAY), TODAY)).toBe(false)
    expect(
      addsSensitive(
        family,
        { ...family, people: { ...family.people, policyholder: EMPTY_PERSON, insured: adult } },
        TODAY,
      ),
    ).toBe(false)
  })
})

test('fields are known by their paths, and those of a child by the date of birth', () => {
  const paths = [
    'people.policyholder.idNumber',
    'people.insured.passportNumber',
    'people.family',
    'health.answers.q1',
    'people.insured.idName',
    'people.policyholder.idName',
    'people.insured.birthDate',
    'trip.start',
    'check.declarations',
  ]
  const sensitive = (insured: typeof adult) =>
    paths.filter((path) => isSensitiveField(path, [{ policyholder: adult, insured }], TODAY))
  expect(sensitive(adult)).toEqual(paths.slice(0, 4))
  expect(sensitive(child)).toEqual(paths.slice(0, 5))
})
