import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../../lib/days/dates.ts'
import { coverPeriod } from './messages/cover-period.ts'
import { policyStatus } from './policy-states.ts'

describe('a policy by its days', () => {
  test.each([
    ['2026-08-31', 'pending_activation', 0, 1],
    ['2026-09-01', 'valid', 1, 364],
    ['2027-08-31', 'valid', 365, 0],
    ['2027-09-01', 'expired', 365, 0],
  ] as const)('on %s it is %s', (today, status, used, left) => {
    expect(policyStatus('issued', '2026-09-01', '2027-08-31', today)).toBe(status)
    expect(coverPeriod('2026-09-01', '2027-08-31', today)).toEqual({
      start: '2026-09-01',
      end: '2027-08-31',
      days: 365,
      used,
      left,
    })
  })
  test('cancelled stays cancelled, whatever the day', () => {
    for (const today of ['2020-01-01', '2027-01-01', '2030-01-01'])
      expect(policyStatus('cancelled', '2026-09-01', '2027-08-31', today)).toBe('cancelled')
  })
  test('in force, days used and days left make the term', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 399 }), (days, at) => {
        fc.pre(at < days)
        const start = '2026-02-27'
        const { used, left } = coverPeriod(start, addDays(start, days - 1), addDays(start, at))
        expect(used + left).toBe(days)
      }),
    )
  })
})
