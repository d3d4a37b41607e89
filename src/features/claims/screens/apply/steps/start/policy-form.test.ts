import { expect, test, vi } from 'vitest'
import { dayHere } from './policy-form.tsx'

test.each([
  ['America/New_York', '2026-11-25'],
  ['Europe/London', '2026-11-25'],
  ['Asia/Shanghai', '2026-11-26'],
  ['Pacific/Auckland', '2026-11-26'],
])('today and yesterday are told from the calendar of the device: %s', (zone, day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 25, 18, 11) })
  vi.stubEnv('TZ', zone)
  expect(dayHere()).toBe(day)
  vi.unstubAllEnvs()
  vi.useRealTimers()
})
