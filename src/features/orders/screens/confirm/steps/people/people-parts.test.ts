import { expect, test } from 'vitest'
import { errorsIn, partOf, partsOf } from './people-parts.ts'
import { EMPTY_PERSON } from '../../../../rules/people-draft.ts'
import { errorWords, personOf } from './people-words.ts'
import { loadWords } from '../../../../../../server/load-words.ts'

const words = loadWords()
const en = (key: string, vars?: Record<string, unknown>): string => words('en', key, vars)

test('whoever insures themselves is asked on two pages, somebody else on three', () => {
  expect(partsOf({ relationship: '', family: [] })).toEqual(['dates', 'buyer'])
  expect(partsOf({ relationship: 'self', family: [] })).toEqual(['dates', 'buyer'])
  expect(partsOf({ relationship: 'child', family: [] })).toEqual(['dates', 'buyer', 'insured'])
})

test('every field belongs to one page; what other policies pay is asked on the last', () => {
  const three = partsOf({ relationship: 'child', family: [] })
  expect(
    ['trip.start', 'relationship', 'policyholder.email', 'ownWages', 'insured.idName', 'deathBenefitElsewhere'].map(
      (field) => partOf(field, three),
    ),
  ).toEqual(['dates', 'dates', 'buyer', 'buyer', 'insured', 'insured'])
  expect(partOf('deathBenefitElsewhere', partsOf({ relationship: 'self', family: [] }))).toBe('buyer')
  expect(errorsIn({ 'trip.end': 'date_required', 'insured.email': 'email_format' }, ['insured'], three)).toEqual({
    'insured.email': 'email_format',
  })
})

test('a line of the summary names its field, and its person where there are two', () => {
  const say = (relationship: 'self' | 'child', key: string, code: string): string =>
    errorWords(en, { relationship, family: [] }, key, code, en(`errors:field.${code}`))
  expect(say('self', 'policyholder.birthDate', 'birth_required')).toBe('Select date of birth')
  expect(say('child', 'insured.birthDate', 'birth_required')).toBe('Enter the date of birth of the insured person')
  expect(say('child', 'policyholder.idNumber', 'id_number_length')).toBe(
    'Policyholder: Check the ID card number for missing or extra characters: it should have 18',
  )
  expect(say('child', 'insured.birthDate', 'date_ambiguous')).toBe(
    'Insured person, date of birth: Choose which date you mean',
  )
  const insured = { ...EMPTY_PERSON, idType: 'passport' as const }
  const people = { relationship: 'child' as const, family: [], policyholder: insured, insured }
  expect(errorWords(en, people, 'insured.idName', 'name_required', ''), 'as its field is called').toBe(
    'Enter the name of the insured person as in the passport',
  )
  expect(errorWords(en, { ...people, relationship: 'self' }, 'policyholder.idName', 'name_required', '')).toBe(
    'Enter the name as in the passport',
  )
  expect(personOf(en, { relationship: 'child', family: [] }, 'insured.birthDate')).toBe('Insured person')
  expect(personOf(en, { relationship: 'self', family: [] }, 'policyholder.idNumber')).toBeUndefined()
  expect(personOf(en, { relationship: 'child', family: [] }, 'trip.start')).toBeUndefined()
  expect(say('self', 'trip.destination', 'select_required')).toBe('Studying in: Choose one')
  expect(say('self', 'trip.arrived', 'select_required'), 'a question takes no colon').toBe(
    'Is the student abroad already? Choose one',
  )
})

test('each member of a student’s family has a page, and is named where something is wrong', () => {
  const of = (key: string, relationship: 'spouse' | 'child') => ({
    key,
    relationship,
    person: EMPTY_PERSON,
    deathBenefitElsewhere: null,
  })
  const family = [of('p1', 'spouse'), of('p2', 'child'), of('p4', 'child')]
  const parts = partsOf({ relationship: 'self', family })
  expect(parts).toEqual(['dates', 'buyer', 'p1', 'p2', 'p4'])
  expect(partsOf({ relationship: 'child', family })).toEqual(['dates', 'buyer', 'insured'])
  expect(
    ['p4.idName', 'p2.deathBenefitElsewhere', 'family', 'deathBenefitElsewhere'].map((field) => partOf(field, parts)),
  ).toEqual(['p4', 'p2', 'buyer', 'buyer'])
  const say = (key: string, code: string): string =>
    errorWords(en, { relationship: 'self', family }, key, code, en(`errors:field.${code}`))
  expect(say('p4.name', 'name_required')).toBe(
    'Enter the name of the person entered under “Child 2” as shown on the ID',
  )
  expect(say('p1.birthDate', 'spouse_age')).toBe(
    'Spouse: This plan does not insure a spouse of that age. Check the date of birth',
  )
})
