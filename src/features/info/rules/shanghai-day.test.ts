import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayOf } from '../../../lib/days/dates.ts'
import { shanghaiDay } from './shanghai-day.ts'

test('is the day that all others reckon with', () => {
  fc.assert(
    fc.property(fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) }), (ms) => {
      expect(shanghaiDay(ms)).toBe(dayOf(ms))
    }),
  )
})
