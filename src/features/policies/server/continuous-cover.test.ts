import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays } from '../../../lib/days/dates.ts'
import { continuousSince } from './continuous-cover.ts'

it('cover goes on with the next term, unless a day lies between', () => {
  const term = { start: '2026-03-01', end: '2027-02-28' }
  expect(continuousSince(term, [])).toBe('2026-03-01')
  expect(
    continuousSince(term, [
      { start: '2025-03-01', end: '2026-02-28' },
      { start: '2024-03-01', end: '2025-02-28' },
    ]),
  ).toBe('2024-03-01')
  expect(continuousSince(term, [{ start: '2025-03-01', end: '2026-02-27' }])).toBe('2026-03-01')
  expect(continuousSince(term, [{ start: '2026-02-20', end: '2026-02-28' }])).toBe('2026-02-20')
})

it('never begins later for another term, in any order of them', () => {
  const day = fc.integer({ min: 0, max: 400 }).map((it) => addDays('2026-01-01', it))
  const term = fc
    .tuple(day, fc.integer({ min: 0, max: 120 }))
    .map(([start, days]) => ({ start, end: addDays(start, days) }))
  fc.assert(
    fc.property(term, fc.array(term, { maxLength: 6 }), (own, others) => {
      const since = continuousSince(own, others)
      expect(since <= own.start).toBe(true)
      expect(continuousSince(own, [...others].reverse())).toBe(since)
    }),
  )
})
