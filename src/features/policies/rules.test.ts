import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../lib/dates.ts'
import { verifyCode } from './verify-calls.ts'
import { cancelledPeriod, coverPeriod, policyNumber, policyStatus } from './rules.server.ts'
import { formatVerifyCode, newVerifyCode } from './verify-code.server.ts'
import { RateLimit } from '../../server/rate-limit.ts'
import { VERIFY_PER_MINUTE } from './verify-document.server.ts'

describe('a policy by its days', () => {
  test.each([
    ['2026-08-31', 'pending_activation', 0, 1], ['2026-09-01', 'valid', 1, 364], ['2027-08-31', 'valid', 365, 0], ['2027-09-01', 'expired', 365, 0],
  ] as const)('on %s it is %s', (today, status, used, left) => {
    expect(policyStatus('issued', '2026-09-01', '2027-08-31', today)).toBe(status)
    expect(coverPeriod('2026-09-01', '2027-08-31', today)).toEqual({ start: '2026-09-01', end: '2027-08-31', days: 365, used, left })
  })
  test('cancelled stays cancelled, whatever the day', () => {
    for (const today of ['2020-01-01', '2027-01-01', '2030-01-01']) expect(policyStatus('cancelled', '2026-09-01', '2027-08-31', today)).toBe('cancelled')
  })
  test('in force, days used and days left make the term', () => {
    fc.assert(fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 399 }), (days, at) => {
      fc.pre(at < days)
      const start = '2026-02-27'
      const { used, left } = coverPeriod(start, addDays(start, days - 1), addDays(start, at))
      expect(used + left).toBe(days)
    }))
  })
})

test('numbers carry the day of issue', () => {
  expect(policyNumber('2026-11-20', 3817)).toBe('YF26-1120-003817')
})

test('a printed code is read back however it is typed', () => {
  for (let i = 0; i < 50; i++) {
    const code = newVerifyCode()
    expect(verifyCode.parse(formatVerifyCode(code))).toBe(code)
    expect(verifyCode.parse(` ${formatVerifyCode(code).toLowerCase().replaceAll('-', ' – ')} `)).toBe(code)
    expect(verifyCode.parse(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code)
  }
})

test('tries are counted per address and forgotten after a minute', () => {
  const tries = new RateLimit(VERIFY_PER_MINUTE, 60_000)
  for (let i = 0; i < VERIFY_PER_MINUTE; i++) expect(tries.secondsToWait('a', 0)).toBe(0)
  expect(tries.secondsToWait('a', 1_000)).toBe(59)
  expect(tries.secondsToWait('b', 1_000)).toBe(0)
  expect(tries.secondsToWait('a', 60_000)).toBe(0)
})

test('a cancelled policy covered its days up to that of the cancellation', () => {
  expect(cancelledPeriod('2026-05-10', '2027-02-09', '2026-07-09', false)).toEqual({ start: '2026-05-10', end: '2026-07-09', days: 61, used: 61, left: 0 })
  expect(cancelledPeriod('2026-05-10', '2026-06-09', '2026-07-09', false)).toMatchObject({ end: '2026-06-09' })
  expect(cancelledPeriod('2026-05-10', '2027-02-09', '2026-05-09', false)).toBeNull()
  expect(cancelledPeriod('2026-05-10', '2027-02-09', '2026-05-20', true)).toBeNull()
})
