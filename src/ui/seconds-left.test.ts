import { expect, test } from 'vitest'
import { clockText, secondsLeft } from './seconds-left.ts'

test('seconds left are rounded up and never negative', () => {
  expect(secondsLeft(10_000, 9_999)).toBe(1)
  expect(secondsLeft(10_000, 10_000)).toBe(0)
  expect(secondsLeft(10_000, 60_000)).toBe(0)
})

test.each([
  [0, '0:00'],
  [42, '0:42'],
  [725, '12:05'],
  [3723, '1:02:03'],
])('%i seconds', (seconds, text) => expect(clockText(seconds)).toBe(text))
