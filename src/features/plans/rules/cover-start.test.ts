import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf, startOfCover } from '../../../lib/days/dates.ts'
import { earliestStart } from './cover-start.ts'

describe('the first day of cover', () => {
  const zones = [
    'Asia/Shanghai',
    'UTC',
    'America/Los_Angeles',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  ]
  const instants = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2034, 0, 1) })
  it('begins after the purchase and within a day of it, at any hour and in any zone of the machine', () => {
    const before = process.env.TZ
    try {
      fc.assert(
        fc.property(instants, fc.constantFrom(...zones), (now, zone) => {
          process.env.TZ = zone
          const start = startOfCover(earliestStart(dayOf(now)))
          expect(start).toBeGreaterThan(now)
          expect(start - now).toBeLessThanOrEqual(86_400_000)
        }),
      )
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  })
})
