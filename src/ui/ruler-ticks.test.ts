import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayRuler, rulerPosition, rulerTicks } from './ruler-ticks.ts'

test('day 2 of 5: 21 ticks, tall ones at the days, used up to the second day', () => {
  const ticks = rulerTicks(dayRuler(5, 2))
  expect(ticks).toHaveLength(21)
  expect(ticks.filter((t) => t.tall)).toHaveLength(6)
  expect(ticks.filter((t) => t.used)).toHaveLength(9)
  expect(rulerPosition(dayRuler(5, 3))).toBe(60)
})

test('late or early clocks stay on the ruler', () => {
  expect(rulerTicks(dayRuler(5, 6)).every((t) => t.used)).toBe(true)
  expect(rulerTicks(dayRuler(5, -1)).filter((t) => t.used)).toHaveLength(1)
})

test('positions rise from 0 to 100, and used ticks come first', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.double({ min: -10, max: 90, noNaN: true }), (days, used) => {
      const ticks = rulerTicks(dayRuler(days, used))
      expect(ticks[0]?.x).toBe(0)
      expect(ticks.at(-1)?.x).toBe(100)
      const flags = ticks.map((t) => t.used)
      expect(flags).toEqual([...flags].sort((a, b) => Number(b) - Number(a)))
    }),
  )
})
