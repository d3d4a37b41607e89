import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ORDER_STATUSES, type OrderStatus } from '../contract.ts'
import { ORDER_GRAPH, PAID } from './order-states.ts'

describe('the graph of orders (design §5)', () => {
  const walks = fc.array(fc.nat(), { maxLength: 30 }).map((choices) => {
    const path: OrderStatus[] = ['created']
    for (const choice of choices) {
      const exits = ORDER_GRAPH[path.at(-1) ?? 'created']
      const next = exits[choice % Math.max(1, exits.length)]
      if (next) path.push(next)
    }
    return path
  })
  it('is walked from a draft to every status', () => {
    const seen = new Set<OrderStatus>(['created'])
    for (const status of seen) for (const next of ORDER_GRAPH[status]) seen.add(next)
    expect([...seen].sort()).toEqual([...ORDER_STATUSES].sort())
  })
  it('is paid once at most, only after it was to be paid, and never left unpaid again', () => {
    fc.assert(
      fc.property(walks, (path) => {
        const paid = path.indexOf('paid')
        expect(path.filter((status) => status === 'paid').length).toBeLessThanOrEqual(1)
        if (paid >= 0) {
          expect(path[paid - 1]).toBe('awaiting_payment')
          expect(path.slice(paid).every((status) => PAID.includes(status))).toBe(true)
        }
      }),
    )
  })
  it('issues only what was paid, and ends for good', () => {
    fc.assert(
      fc.property(walks, (path) => {
        if (path.includes('issued')) expect(path).toContain('paid')
        for (const end of ['issued', 'cancelled', 'expired', 'declined', 'discarded', 'refunded'] as const) {
          expect(path.indexOf(end) === -1 || path.indexOf(end) === path.length - 1).toBe(true)
        }
      }),
    )
  })
})
