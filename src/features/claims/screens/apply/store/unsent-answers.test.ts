import { expect, test } from 'vitest'
import type { AnswerKey } from '../../../rules/claim-fields.ts'
import { emptyHeir } from '../../../rules/heirs.ts'
import { readTyped } from './unsent-answers.ts'

test('what was kept by another build and fits no more is left out', () => {
  const keys: AnswerKey[] = ['place']
  expect(
    readTyped([
      { key: 'place', value: 'London', base: 2 },
      { key: 'visits', value: 'none', base: 1 },
    ]).map(({ key }) => key),
  ).toEqual(keys)
  expect(readTyped([{ key: 'gone', value: 1, base: 1 }])).toEqual([])
  expect(readTyped('nothing')).toEqual([])
})

test.each([
  ['deathDay', '3/2/20'],
  ['heirs', [{ ...emptyHeir('abcd'), name: '王芳', birthDate: '1990-2' }]],
])('half a day in %s is there again after a reload', (key, value) => {
  expect(readTyped([{ key, value, base: 1 }])).toEqual([{ key, value, base: 1 }])
})
