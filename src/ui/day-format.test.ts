import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../lib/days/dates.ts'
import { readDay } from '../lib/days/read-day.ts'
import { showDay } from './day-format.ts'

test('what a field shows can be read again, in both languages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom('en', 'cn'), (offset, lang) => {
      const day = addDays('1930-01-01', offset)
      expect(readDay(showDay(day, lang))).toBe(day)
    }),
  )
})
