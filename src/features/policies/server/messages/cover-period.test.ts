import { expect, test } from 'vitest'
import { cancelledPeriod } from './cover-period.ts'

test('a cancelled policy covered its days up to that of the cancellation', () => {
  expect(cancelledPeriod('2026-05-10', '2027-02-09', '2026-07-09', false)).toEqual({
    start: '2026-05-10',
    end: '2026-07-09',
    days: 61,
    used: 61,
    left: 0,
  })
  expect(cancelledPeriod('2026-05-10', '2026-06-09', '2026-07-09', false)).toMatchObject({ end: '2026-06-09' })
  expect(cancelledPeriod('2026-05-10', '2027-02-09', '2026-05-09', false)).toBeNull()
  expect(cancelledPeriod('2026-05-10', '2027-02-09', '2026-05-20', true)).toBeNull()
})
