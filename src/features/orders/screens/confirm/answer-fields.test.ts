import { expect, test } from 'vitest'
import { changedFields } from '../../../../app/saving/draft-fields.ts'
import { fieldsOfAnswers, readTyped, withFields } from './answer-fields.ts'
import { EMPTY, NAME, put } from './saving/order-saving.testing.ts'

test('fields are read out and put back as they were', () => {
  const answers = put(put(EMPTY, NAME, '林晓'), 'health.answers.q2', 'yes')
  expect(withFields(EMPTY, fieldsOfAnswers(answers))).toEqual(answers)
  expect(changedFields(fieldsOfAnswers(EMPTY), fieldsOfAnswers(answers))).toEqual([NAME, 'health.answers.q2'])
  expect(withFields(answers, [['health.answers.q2', null]])).toEqual(put(EMPTY, NAME, '林晓'))
})

test('what was kept by another build and fits no more is left out', () => {
  const kept = [
    { path: NAME, value: '林', base: '' },
    { path: 'people.gone', value: 'x', base: '' },
    { path: NAME, value: 7, base: '' },
    { path: '__proto__.x', value: 1, base: 1 },
  ]
  expect(readTyped(kept)).toEqual([kept[0]])
  expect(readTyped('nothing')).toEqual([])
})
