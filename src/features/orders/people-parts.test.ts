import { expect, test } from 'vitest'
import { errorsIn, partOf, partsOf } from './screens/confirm/steps/people-parts.ts'
import { errorWords } from './screens/confirm/steps/people-words.ts'
import { loadWords } from '../../server/load-words.ts'

const words = loadWords()
const en = (key: string, vars?: Record<string, unknown>): string => words('en', key, vars)

test('whoever insures themselves is asked on two pages, somebody else on three', () => {
  expect(partsOf({ relationship: '' })).toEqual(['dates', 'buyer'])
  expect(partsOf({ relationship: 'self' })).toEqual(['dates', 'buyer'])
  expect(partsOf({ relationship: 'child' })).toEqual(['dates', 'buyer', 'insured'])
})

test('every field belongs to one page; what other policies pay is asked on the last', () => {
  const three = partsOf({ relationship: 'child' })
  expect(['trip.start', 'relationship', 'policyholder.email', 'ownWages', 'insured.idName', 'deathBenefitElsewhere'].map((field) => partOf(field, three)))
    .toEqual(['dates', 'dates', 'buyer', 'buyer', 'insured', 'insured'])
  expect(partOf('deathBenefitElsewhere', partsOf({ relationship: 'self' }))).toBe('buyer')
  expect(errorsIn({ 'trip.end': 'date_required', 'insured.email': 'email_format' }, ['insured'], three)).toEqual({ 'insured.email': 'email_format' })
})

test('a line of the summary names its field, and its person where there are two', () => {
  const say = (relationship: 'self' | 'child', key: string, code: string): string => errorWords(en, { relationship }, key, code, en(`errors:field.${code}`))
  expect(say('self', 'policyholder.birthDate', 'birth_required')).toBe('Enter the date of birth')
  expect(say('child', 'insured.birthDate', 'birth_required')).toBe('Enter the date of birth of the insured person')
  expect(say('child', 'policyholder.idNumber', 'id_number_length')).toBe('Policyholder: An ID card number has 18 characters. Check that none is missing')
  expect(say('self', 'trip.destination', 'select_required')).toBe('Studying in: Choose one')
  expect(say('self', 'trip.arrived', 'select_required'), 'a question takes no colon').toBe('Is the student abroad already? Choose one')
})
