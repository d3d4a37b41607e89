import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeRows } from './draft-fields.ts'

const row = (id: string, amount: number) => ({ id, amount })

describe('a list of rows with ids', () => {
  const base = [row('a', 1), row('b', 2)]
  test('changed on both sides, each its own row, keeps both; new rows too', () => {
    expect(mergeRows(base, [row('a', 10), row('b', 2), row('c', 3)], [row('a', 1), row('b', 20), row('d', 4)])).toEqual(
      [row('a', 10), row('b', 20), row('c', 3), row('d', 4)],
    )
  })

  test('a row taken out on one side and left alone on the other is gone; changed on the other, it is asked about', () => {
    expect(mergeRows(base, [row('b', 2)], [row('a', 1), row('b', 20)])).toEqual([row('b', 20)])
    expect(mergeRows(base, [row('b', 2)], [row('a', 10), row('b', 2)])).toBeUndefined()
    expect(mergeRows(base, [row('a', 10), row('b', 2)], [row('b', 2)])).toBeUndefined()
  })

  test('one row changed on both sides is asked about; what is no such list too', () => {
    expect(mergeRows(base, [row('a', 10), row('b', 2)], [row('a', 11), row('b', 2)])).toBeUndefined()
    expect(mergeRows(['x'], ['y'], ['z'])).toBeUndefined()
    expect(mergeRows('x', 'y', 'z')).toBeUndefined()
  })

  test('whatever both sides do, each row of either is in the merged list, or nothing is merged', () => {
    const list = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), amount: fc.integer({ min: 0, max: 2 }) }),
      { selector: ({ id }) => id },
    )
    fc.assert(
      fc.property(list, list, list, (was, theirs, mine) => {
        const merged = mergeRows(was, theirs, mine)
        for (const id of ['a', 'b', 'c', 'd']) {
          const [before, there, here, now] = [was, theirs, mine, (merged ?? []) as typeof was].map((rows) =>
            JSON.stringify(rows.find((one) => one.id === id)),
          )
          if (merged === undefined) continue
          if (here !== before) expect(now).toBe(here)
          if (there !== before) expect(now).toBe(there)
          if (here === before && there === before) expect(now).toBe(before)
        }
      }),
    )
  })
})
