import { expect, test } from 'vitest'
import { lengthWords } from './length-words.ts'

const t = (key: string, values?: Record<string, unknown>): string => `${key.split('.')[1]} ${String(values?.['count'])}`

test.each([
  [30, 'days 30'],
  [180, 'days 180'],
  [365, 'years 1'],
  [366, 'years 1'],
  [400, 'days 400'],
  [730, 'years 2'],
  [60 * 31, 'years 5'],
])('%i days are said as %s', (days, words) => {
  expect(lengthWords(t, days)).toBe(words)
})
