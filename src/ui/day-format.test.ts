import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../lib/dates.ts'
import { readDay, showDay } from './day-format.ts'

test.each([
  ['10 Jan 2027', '2027-01-10'],
  ['10 January, 2027', '2027-01-10'],
  ['Jan 10 2027', '2027-01-10'],
  ['3/9/2026', '2026-09-03'],
  ['2026-9-3', '2026-09-03'],
  ['2026年9月3日', '2026-09-03'],
  ['2026年9月3号', '2026-09-03'],
  ['２０２６．０９．０３', '2026-09-03'],
  ['20260903', '2026-09-03'],
])('%s', (text, day) => expect(readDay(text)).toBe(day))

test.each(['', '31 Feb 2026', '2026-13-01', '10 Ja 2027', '12', 'tomorrow', '1 2 3 2027', '10/1/27'])('%s is no day', (text) =>
  expect(readDay(text)).toBeUndefined(),
)

test('what a field shows can be read again, in both languages', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom('en', 'cn'), (offset, lang) => {
      const day = addDays('1930-01-01', offset)
      expect(readDay(showDay(day, lang))).toBe(day)
    }),
  )
})
