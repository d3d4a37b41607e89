import { expect, test } from 'vitest'
import { keptUntil } from './legal-retention.ts'

const cancelledOn = (day: string): number => Date.parse(`${day}T04:00:00Z`)

test.each([
  ['a year: five years after its end', '2026-03-01', '2027-02-28', null, '2032-02-28'],
  ['less than a year', '2026-03-01', '2026-04-30', null, '2031-04-30'],
  ['a day more than a year: ten years', '2026-03-01', '2027-03-01', null, '2037-03-01'],
  ['cancelled: from the day it was cancelled', '2026-03-01', '2027-02-28', '2026-06-15', '2031-06-15'],
  ['cancelled before it began', '2026-03-01', '2027-02-28', '2026-02-01', '2031-02-01'],
  ['four years, cancelled early: ten years all the same', '2026-03-01', '2030-02-28', '2026-06-15', '2036-06-15'],
])('%s', (_, starts, ends, cancelled, until) => {
  expect(keptUntil({ starts, ends, cancelled_at: cancelled === null ? null : cancelledOn(cancelled) })).toBe(until)
})
