import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dueShares, sharesOf } from './split-among-payees.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)
const parts = fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 8 })
const total = fc.integer({ min: 0, max: 20_000_000_00 })

it('parts a sum to the cent', () => {
  expect(sharesOf(20_000_000, [1, 1, 1])).toEqual([6_666_667, 6_666_667, 6_666_666])
  expect(sharesOf(100, [1])).toEqual([100])
  fc.assert(
    fc.property(total, parts, (all, of) => {
      const shares = sharesOf(all, of)
      expect(sum(shares)).toBe(all)
      const whole = sum(of)
      shares.forEach((it, i) => expect(Math.abs(it - (all * (of[i] ?? 0)) / whole)).toBeLessThanOrEqual(1))
    }),
  )
})

it('gives each what is left of the share, whatever was paid before in whatever steps', () => {
  fc.assert(
    fc.property(fc.array(total, { minLength: 1, maxLength: 5 }), parts, (steps, of) => {
      const had = of.map(() => 0)
      let all = 0
      for (const step of steps) {
        all += step
        const due = dueShares(
          all,
          of.map((it, i) => ({ parts: it, had: had[i] ?? 0 })),
        )
        expect(sum(due)).toBe(step)
        expect(Math.min(...due)).toBeGreaterThanOrEqual(0)
        due.forEach((it, i) => {
          had[i] = (had[i] ?? 0) + it
        })
      }
      expect(sum(had)).toBe(all)
      had.forEach((it, i) => expect(Math.abs(it - (all * (of[i] ?? 0)) / sum(of))).toBeLessThanOrEqual(of.length + 1))
    }),
  )
})
