import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  ageOn,
  dayOf,
  daysBetween,
  daysOfTerm,
  endOfCover,
  endOfMonths,
  formatDay,
  formatInstant,
  formatNear,
  formatRecent,
  isDay,
  lastWholeDay,
  latestDay,
  monthsAndDays,
  startOfCover,
  mayHaveBegun,
} from './dates.ts'

const days = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('2000-01-01', n))

describe('days', () => {
  it('knows which days exist', () => {
    expect(isDay('2028-02-29')).toBe(true)
    for (const text of ['2027-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '1899-12-31', 'today', '2026-06-31']) {
      expect(isDay(text)).toBe(false)
    }
  })
  it('tells the last whole day before an end', () => {
    const midnight = Date.parse('2026-05-21T00:00:00+08:00')
    for (const end of [midnight, midnight + 1, midnight + 86_399_999]) expect(lastWholeDay(end)).toBe('2026-05-20')
  })
  it('adds and counts', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30')
    expect(daysOfTerm('2026-03-03', '2026-03-03')).toBe(1)
    fc.assert(
      fc.property(days, fc.integer({ min: -4000, max: 4000 }), (day, n) => {
        expect(daysBetween(day, addDays(day, n))).toBe(n)
      }),
    )
  })
  it('counts age by the last birthday', () => {
    expect(ageOn('2004-08-20', '2026-08-19')).toBe(21)
    expect(ageOn('2004-08-20', '2026-08-20')).toBe(22)
    expect(ageOn('2004-02-29', '2027-02-28')).toBe(22)
    expect(ageOn('2004-02-29', '2027-03-01')).toBe(23)
  })
})

describe('months and days of a term (domain §3.2)', () => {
  it('counts whole months from day n to the day before n', () => {
    expect(monthsAndDays('2026-08-20', '2027-06-05')).toEqual({ months: 9, days: 17 })
    expect(monthsAndDays('2026-01-01', '2026-01-31')).toEqual({ months: 1, days: 0 })
    expect(monthsAndDays('2026-01-10', '2027-01-09')).toEqual({ months: 12, days: 0 })
    expect(monthsAndDays('2026-01-10', '2026-02-08')).toEqual({ months: 0, days: 30 })
  })
  it('ends on the last day of a month that has no day before n', () => {
    expect(endOfMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(endOfMonths('2026-01-31', 2)).toBe('2026-03-30')
    expect(endOfMonths('2028-02-29', 12)).toBe('2029-02-28')
  })
  it('never counts more than 30 days over, and adds up to the end day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 800 }), (start, n) => {
        const end = addDays(start, n)
        const { months, days: left } = monthsAndDays(start, end)
        expect(left).toBeGreaterThanOrEqual(0)
        expect(left).toBeLessThanOrEqual(30)
        expect(months === 0 ? addDays(start, left - 1) : addDays(endOfMonths(start, months), left)).toBe(end)
      }),
    )
  })
})

describe('instants', () => {
  it('starts cover at 00:00 and ends it at 24:00 in Shanghai', () => {
    expect(startOfCover('2026-03-03')).toBe(Date.parse('2026-03-02T16:00:00Z'))
    expect(endOfCover('2026-03-03')).toBe(startOfCover('2026-03-04'))
    fc.assert(
      fc.property(days, (day) => {
        expect(dayOf(startOfCover(day))).toBe(day)
        expect(dayOf(endOfCover(day) - 1)).toBe(day)
      }),
    )
  })
  it('formats in both languages', () => {
    expect(formatDay('2026-03-03', 'en')).toBe('3\u00a0March\u00a02026')
    expect(formatDay('2026-03-03', 'cn')).toBe('2026年3月3日')
    expect(formatNear('2026-03-03', 'en', '2026-11-20')).toBe('3\u00a0March')
    expect(formatNear('2026-03-03', 'cn', '2026-11-20')).toBe('3月3日')
    expect(formatNear('2027-03-03', 'cn', '2026-11-20')).toBe('2027年3月3日')
    expect(formatInstant(Date.parse('2026-03-03T08:41:09Z'), 'en')).toBe('3\u00a0March\u00a02026, 16:41')
    expect(formatInstant(Date.parse('2026-03-03T08:41:09Z'), 'cn', { seconds: true })).toBe('2026年3月3日16:41:09')
  })
})

describe('a moment ago (design §2: one clock for everybody)', () => {
  const at = Date.UTC(2026, 2, 2, 15, 59, 58)
  it('the clock in Shanghai, whatever the zone of the device', () => {
    expect([formatRecent(at, 'en', at + 1000), formatRecent(at, 'cn', at + 1000, { seconds: true })]).toEqual([
      '23:59',
      '23:59:58',
    ])
  })
  it('with its day once that is over in Shanghai, with the year once that is', () => {
    expect([formatRecent(at, 'en', at + 3000), formatRecent(at, 'cn', at + 3000)]).toEqual([
      '2\u00a0March, 23:59',
      '3月2日23:59',
    ])
    expect(formatRecent(at, 'en', at + 400 * 86_400_000)).toBe('2\u00a0March\u00a02026, 23:59')
  })
})

describe('a day that has begun for somebody', () => {
  it('is tomorrow in Shanghai, where it is tomorrow already at UTC+14', () => {
    expect([Date.UTC(2026, 2, 1, 9, 59), Date.UTC(2026, 2, 1, 10)].map((at) => [dayOf(at), latestDay(at)])).toEqual([
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01', '2026-03-02'],
    ])
  })
  it('is let through wherever it has begun, and never two days ahead', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) }), (at) => {
        expect(mayHaveBegun(latestDay(at), dayOf(at))).toBe(true)
        expect(mayHaveBegun(addDays(latestDay(at), 2), dayOf(at))).toBe(false)
      }),
    )
  })
})
