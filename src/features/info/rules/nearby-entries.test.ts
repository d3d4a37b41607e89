import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nearbyEntries } from './nearby-entries.ts'

const letters = Array.from('abcdefgh')

test.each([
  [0, 'abc'],
  [1, 'abc'],
  [4, 'def'],
  [7, 'fgh'],
  [-1, 'abc'],
])('around %i: %s', (index, shown) => {
  expect(nearbyEntries(letters, index, 3).join('')).toBe(shown)
})

test('a short list is whole', () => expect(nearbyEntries(letters, 6, 8)).toEqual(letters))

test('holds the one it is about, in order, and never more than it may', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.nat(), fc.integer({ min: 1, max: 70 }), (length, at, most) => {
      const list = Array.from({ length }, (_, i) => i)
      const index = at % length
      const shown = nearbyEntries(list, index, most)
      expect(shown).toHaveLength(Math.min(most, length))
      expect(shown).toContain(index)
      expect(shown).toEqual(list.slice(shown[0], (shown[0] ?? 0) + shown.length))
    }),
  )
})
