import { expect, test } from 'vitest'
import { emptyHeir } from '../../../rules/heirs.ts'
import { readTyped } from './unsent-answers.ts'

test('what was kept by another build and fits no more is left out', () => {
  expect(
    readTyped([
      { path: 'place', value: 'London', base: 2 },
      { path: 'visits', value: 'none', base: 1 },
    ]).map(({ path }) => path),
  ).toEqual(['place'])
  expect(readTyped([{ path: 'gone', value: 1, base: 1 }])).toEqual([])
  expect(readTyped('nothing')).toEqual([])
})

test.each([
  ['deathDay', '3/2/20'],
  ['heirs', [{ ...emptyHeir('abcd'), name: '王芳', birthDate: '1990-2' }]],
])('half a day in %s is there again after a reload', (key, value) => {
  expect(readTyped([{ path: key, value, base: '' }])).toEqual([{ path: key, value, base: '' }])
})
