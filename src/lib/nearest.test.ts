import { expect, test } from 'vitest'
import { nearest } from './nearest.ts'

test.each([
  ['emergencies', ['which-id', 'emergency', 'how-long'], 'emergency'],
  ['/Notice', ['/home', '/notice'], '/notice'],
  ['pined', ['title', 'pinned', 'date'], 'pinned'],
])('%s among %j is %s', (text, words, meant) => {
  expect(nearest(text, words)).toBe(meant)
})

test('an empty list has none', () => {
  expect(nearest('a', [])).toBeUndefined()
})
