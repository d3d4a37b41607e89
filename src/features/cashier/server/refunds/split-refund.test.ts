import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refundableAmount, splitRefund } from './split-refund.ts'

it('never more is refunded than was paid', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (a, b) => {
      expect(refundableAmount(a, b)).toBeLessThanOrEqual(a)
      expect(refundableAmount(a, b)).toBeGreaterThanOrEqual(0)
    }),
  )
})

it('a refund is spread over its payments to the cent, within what each has left, and an excess is refused', () => {
  const payments = fc
    .array(fc.integer({ min: -5, max: 500_000 }), { maxLength: 6 })
    .map((left) => left.map((sum, i) => ({ id: `p${i}`, left: sum })))
  fc.assert(
    fc.property(payments, fc.integer({ min: 0, max: 2_000_000 }), (from, amount) => {
      const parts = splitRefund(from, amount)
      const left = from.reduce((sum, it) => sum + Math.max(0, it.left), 0)
      expect(parts === undefined).toBe(amount > left)
      expect((parts ?? []).reduce((sum, it) => sum + it.amount, 0)).toBe(parts ? amount : 0)
      for (const part of parts ?? []) {
        expect(part.amount).toBeGreaterThan(0)
        expect(part.amount).toBeLessThanOrEqual(from.find((it) => it.id === part.id)?.left ?? 0)
      }
    }),
  )
})
