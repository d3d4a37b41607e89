import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, closestWord } from './closest-word.ts'

test.each([
  ['emergencies', ['which-id', 'emergency', 'how-long'], 'emergency'],
  ['/Notice', ['/home', '/notice'], '/notice'],
  ['pined', ['title', 'pinned', 'date'], 'pinned'],
])('%s among %j is %s', (text, words, meant) => {
  expect(closestWord(text, words)).toBe(meant)
})

test('an empty list has none', () => {
  expect(closestWord('a', [])).toBeUndefined()
})

test('letters that changed places are one slip', () => {
  expect(editDistance('refnud', 'refund')).toBe(1)
  expect(editDistance('', 'abc')).toBe(3)
})

test('it is as far from one word to the other as back, and no way to itself', () => {
  const word = fc.string({ maxLength: 12 })
  fc.assert(fc.property(word, word, (a, b) => editDistance(a, b) === editDistance(b, a)))
  fc.assert(fc.property(word, (a) => editDistance(a, a) === 0))
})
