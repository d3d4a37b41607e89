import { expect, test, vi } from 'vitest'
import { formatHere } from './clock-here.ts'
import { endOfCover } from './dates.ts'

test.each([
  ['Asia/Shanghai', '2026-03-03', undefined],
  ['Asia/Singapore', '2026-03-03', undefined],
  ['America/New_York', '2026-03-03', '11:00'],
  ['America/New_York', '2026-03-04', '3 March, 11:00'],
  ['Europe/London', '2026-03-03', '16:00'],
  ['Asia/Tokyo', '2026-03-03', '4 March, 01:00'],
  ['Pacific/Kiritimati', '2026-03-03', '4 March, 06:00'],
  ['Pacific/Kiritimati', '2025-12-31', '4 March 2026, 06:00'],
])('the end of 3 March in Beijing, on a clock of %s, beside %s', (zone, written, shown) => {
  vi.stubEnv('TZ', zone)
  expect(formatHere(endOfCover('2026-03-03'), 'en', written)?.replaceAll('\u00a0', ' ')).toBe(shown)
  vi.unstubAllEnvs()
})

test.each([
  ['2026-03-31', '09:00'],
  ['2026-10-31', '09:00'],
  ['2026-11-01', '08:00'],
  ['2026-12-12', '08:00'],
])('the end of %s in Beijing, in Los Angeles, with and without summer time', (day, shown) => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(formatHere(endOfCover(day), 'cn', day)).toBe(shown)
  vi.unstubAllEnvs()
})
