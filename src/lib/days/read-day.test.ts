import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from './dates.ts'
import { LANGS } from '../locale.ts'
import { dayReading } from './ambiguous-day.ts'
import { dayError, readDay } from './read-day.ts'

test.each([
  ['10 Jan 2027', '2027-01-10'],
  ['10 January, 2027', '2027-01-10'],
  ['Jan 10 2027', '2027-01-10'],
  ['13/9/2026', '2026-09-13'],
  ['2026–09–13', '2026-09-13'],
  ['13 — 9 — 2026', '2026-09-13'],
  ['2026−9−13', '2026-09-13'],
  ['9/13/2026', '2026-09-13'],
  ['3/3/2026', '2026-03-03'],
  ['2026/9/3', '2026-09-03'],
  ['2026-9-3', '2026-09-03'],
  ['2026年9月3日', '2026-09-03'],
  ['2026年9月3号', '2026-09-03'],
  ['２０２６．０９．０３', '2026-09-03'],
  ['20260903', '2026-09-03'],
  ['Jan 5th, 2027', '2027-01-05'],
  ['5th of January 2027', '2027-01-05'],
  ['the 2nd of Feb, 2027', '2027-02-02'],
  ['2027 March 3rd', '2027-03-03'],
])('%s', (text, day) => {
  expect(readDay(text)).toBe(day)
  for (const lang of LANGS) expect(dayReading(text, { lang })).toEqual({ kind: 'day', day })
})

test.each(['', '31 Feb 2026', '2026-13-01', '10 Ja 2027', '12', 'tomorrow', '1 2 3 2027', '10/1/27', '1/2/2027'])(
  '%s is no day yet',
  (text) => expect(readDay(text)).toBeUndefined(),
)

test('two days that it may be are asked about, the usual order of the language first', () => {
  expect(dayReading('1/2/2027', { lang: 'en' })).toEqual({ kind: 'which', days: ['2027-02-01', '2027-01-02'] })
  expect(dayReading('1/2/2027', { lang: 'cn' })).toEqual({ kind: 'which', days: ['2027-01-02', '2027-02-01'] })
})

test('the days of the field leave out what cannot be meant, and it is asked all the same', () => {
  expect(dayReading('1/2/2027', { lang: 'en', min: '2027-01-15' })).toEqual({ kind: 'which', days: ['2027-02-01'] })
  expect(dayReading('1/2/2020', { lang: 'en', min: '2027-01-15' })).toEqual({
    kind: 'which',
    days: ['2020-02-01', '2020-01-02'],
  })
})

test.each([
  ['20/8/98', 'en', ['1998-08-20']],
  ['20/8/04', 'en', ['2004-08-20']],
  ['3/8/04', 'en', ['2004-08-03', '2004-03-08']],
  ['98-2-3', 'cn', ['1998-02-03']],
  ['98年2月3日', 'cn', ['1998-02-03']],
  ['980203', 'cn', ['1998-02-03']],
  ['10 Jan 99', 'en', ['1999-01-10']],
  ['04/05/06', 'cn', ['2004-05-06', '2006-04-05', '2006-05-04']],
] as const)('a year of two digits is asked about: %s (%s)', (text, lang, days) =>
  expect(dayReading(text, { lang, max: '2026-11-24' })).toEqual({ kind: 'which', days }),
)

test.each([
  ['1998/02/30', '30\u00a0February\u00a01998', '1998年2月30日'],
  ['30 Feb 1998', '30\u00a0February\u00a01998', '1998年2月30日'],
  ['29/2/2027', '29\u00a0February\u00a02027', '2027年2月29日'],
  ['2026-04-31', '31\u00a0April\u00a02026', '2026年4月31日'],
])('%s is named as a day that there is not', (text, en, cn) => {
  expect(dayReading(text, { lang: 'en' })).toEqual({ kind: 'none', date: en })
  expect(dayReading(text, { lang: 'cn' })).toEqual({ kind: 'none', date: cn })
})

test.each(['', 'tomorrow', '2026-13-01', '12', '2026-02-00'])('%s is no date', (text) =>
  expect(dayReading(text, { lang: 'en' })).toEqual({ kind: 'unread' }),
)

test('a form asks which day is meant exactly where the field offers days', () => {
  fc.assert(
    fc.property(
      fc.tuple(
        fc.integer({ min: 0, max: 40 }),
        fc.constantFrom('1', '02', '13', 'Mar', 'dec'),
        fc.constantFrom('99', '05', '27', '2027'),
      ),
      fc.constantFrom('/', ' ', '-'),
      ([a, b, c], between) => {
        const text = [a, b, c].join(between)
        const asked = LANGS.map((lang) => dayReading(text, { lang }).kind === 'which')
        expect(asked).toEqual(LANGS.map(() => readDay(text) === undefined && dayError(text) === 'date_ambiguous'))
      },
    ),
  )
})

test('whatever is typed is read or not, and only a day that exists is ever one', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789/-. 年月日jan')), maxLength: 14 }),
      fc.constantFrom(...LANGS),
      (text, lang) => {
        const reading = dayReading(text, { lang, max: '2026-11-24' })
        if (reading.kind === 'which') expect(reading.days.length).toBeGreaterThan(0)
        if (reading.kind === 'day') expect(addDays(reading.day, 0)).toBe(reading.day)
      },
    ),
  )
})

test.each([
  ['1/2/2027', 'date_ambiguous'],
  ['3 Mar 27', 'date_ambiguous'],
  ['12-Dec-99', 'date_ambiguous'],
  ['Mar 3rd, 27', 'date_ambiguous'],
  ['31 Feb 27', 'no_such_day'],
  ['40/40/40', 'date_format'],
  ['3/4/05', 'date_ambiguous'],
  ['980203', 'date_ambiguous'],
  ['1998/02/30', 'no_such_day'],
  ['31 Feb 2027', 'no_such_day'],
  ['tomorrow', 'date_format'],
  ['2026-13-01', 'date_format'],
])('%s: %s', (text, code) => expect(dayError(text)).toBe(code))
