import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutNeighbours, neighbours } from './previous-and-next.ts'

const list = ['a', 'b', 'c'].map((id) => ({ id }))

test('ends have one neighbour, a stranger none', () => {
  const of = neighbours(list)
  expect(of.get('a')).toEqual({ before: undefined, after: { id: 'b' } })
  expect(of.get('c')).toEqual({ before: { id: 'b' }, after: undefined })
  expect(of.get('z')).toBeUndefined()
  expect(withoutNeighbours(list, of.get('b') ?? {})).toEqual([{ id: 'b' }])
  expect(withoutNeighbours(list, {})).toEqual(list)
})

test('whoever goes on and on sees each entry once, and comes back the same way', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), (ids) => {
      const all = ids.map((id) => ({ id }))
      const of = neighbours(all)
      const seen: string[] = []
      for (let at = all[0]; at; at = of.get(at.id)?.after) seen.push(at.id)
      expect(seen).toEqual(ids)
      for (const [id, { after }] of of) if (after) expect(of.get(after.id)?.before).toEqual({ id })
    }),
  )
})
