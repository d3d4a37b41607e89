import { expect, test, vi } from 'vitest'
import { formatHere } from './clock-here.ts'
import { endOfCover } from './dates.ts'

test.each([
  ['Asia/Shanghai', undefined],
  ['Asia/Singapore', undefined],
  ['America/New_York', '3 March 2026, 11:00'],
  ['Europe/London', '3 March 2026, 16:00'],
  ['Pacific/Kiritimati', '4 March 2026, 06:00'],
])('the end of 3 March in Beijing, on a clock of %s', (zone, shown) => {
  vi.stubEnv('TZ', zone)
  expect(formatHere(endOfCover('2026-03-03'), 'en')?.replaceAll('\u00a0', ' ')).toBe(shown)
  vi.unstubAllEnvs()
})
