import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageList } from './page-numbers.ts'

test.each([
  [1, 1, [1]],
  [3, 7, [1, 2, 3, 4, 5, 6, 7]],
  [1, 20, [1, 2, 3, 4, 5, 0, 20]],
  [10, 20, [1, 0, 9, 10, 11, 0, 20]],
  [20, 20, [1, 0, 16, 17, 18, 19, 20]],
])('page %i of %i', (page, pages, shown) => expect(pageList(page, pages)).toEqual(shown))

test('first, last and current are always there, in order, in seven places', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (pages, n) => {
      const page = 1 + (n % pages)
      const shown = pageList(page, pages)
      const numbers = shown.filter((p) => p > 0)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
      expect(shown.length).toBeLessThanOrEqual(7)
    }),
  )
})
