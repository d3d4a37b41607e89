import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../../lib/money.ts'
import { FAILURES, PAYMENT_STATES, type Failure, type PaymentState } from './contract.ts'
import type { Trade } from './provider.server.ts'
import { queryInterval, decide, paymentMachine, refundableAmount, splitRefund, type Decision } from './rules.server.ts'

const asked = money(169322, 'CNY')
const base = { paymentId: 'p', ref: 'r' }
const pending: Trade = { ...base, state: 'pending' }
const paid = (amount = asked): Trade => ({ ...base, state: 'succeeded', paid: amount, at: 1 })
const failed = (failure: Failure): Trade => ({ ...base, state: 'failed', failure })

interface State { status: PaymentState; failure: Failure | null }
const TO: Record<Decision['act'], PaymentState | undefined> = { none: undefined, start: 'started', succeed: 'succeeded', hold: 'error', fail: 'failed' }

/** What the book does with a decision, without a store. Throws where the graph has no such edge. */
function fold(trades: readonly Trade[], from: PaymentState = 'created'): State {
  return trades.reduce<State>((state, trade) => {
    const decision = decide({ status: state.status, amount: asked }, trade)
    const to = TO[decision.act]
    if (!to) return state
    if (!paymentMachine.graph[state.status].includes(to)) throw new Error(`${state.status} → ${to}`)
    return { status: to, failure: decision.act === 'fail' ? decision.failure : null }
  }, { status: from, failure: null })
}

const failures = fc.constantFrom(...FAILURES)
const anything: fc.Arbitrary<Trade> = fc.oneof(fc.constant(pending), fc.constant(paid()), failures.map(failed), fc.nat(1e6).map((n) => paid(money(n, 'CNY'))))

describe('what a provider says', () => {
  it('takes every edge the graph has and no other, whatever is said', () => {
    fc.assert(fc.property(fc.array(anything), fc.constantFrom(...PAYMENT_STATES), (trades, from) => {
      expect(() => fold(trades, from)).not.toThrow()
    }))
  })
  it('ends the same in any order and however often it is said', () => {
    const truth = fc.oneof(fc.constant(paid()), failures.map(failed), fc.constant(paid(money(1, 'CNY'))))
    fc.assert(fc.property(truth, fc.array(fc.boolean(), { maxLength: 20 }), (end, said) => {
      const heard = said.map((final) => (final ? end : pending))
      const once = fold([pending, end])
      expect(fold([...heard, end])).toEqual(once)
      expect(fold([end, ...heard])).toEqual(once)
    }))
  })
  it('never loses money: after a success nothing else matters', () => {
    fc.assert(fc.property(fc.array(anything), fc.array(anything), (before, after) => {
      const { status } = fold([...before, paid(), ...after])
      expect(['succeeded', 'error']).toContain(status)
    }))
  })
  it('does not take another sum or currency for the one that was asked for', () => {
    expect(fold([paid(money(169321, 'CNY'))]).status).toBe('error')
    expect(fold([paid(money(169322, 'USD'))]).status).toBe('error')
    expect(fold([paid(money(169321, 'CNY')), paid()]).status).toBe('error')
  })
})

describe('figures', () => {
  it('asks less often as a payment ages', () => {
    expect([0, 60_000, 600_000, 5_400_000].map(queryInterval)).toEqual([15_000, 15_000, 150_000, 300_000])
  })
  it('never gives back more than was paid', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(), (a, b) => {
      expect(refundableAmount(a, b)).toBeLessThanOrEqual(a)
      expect(refundableAmount(a, b)).toBeGreaterThanOrEqual(0)
    }))
  })
})

it('a refund is spread over its payments to the cent, none gives more than it has left, and what is too much is not spread', () => {
  const payments = fc.array(fc.integer({ min: -5, max: 500_000 }), { maxLength: 6 }).map((left) => left.map((sum, i) => ({ id: `p${i}`, left: sum })))
  fc.assert(fc.property(payments, fc.integer({ min: 0, max: 2_000_000 }), (from, amount) => {
    const parts = splitRefund(from, amount)
    const left = from.reduce((sum, it) => sum + Math.max(0, it.left), 0)
    expect(parts === undefined).toBe(amount > left)
    expect((parts ?? []).reduce((sum, it) => sum + it.amount, 0)).toBe(parts ? amount : 0)
    for (const part of parts ?? []) {
      expect(part.amount).toBeGreaterThan(0)
      expect(part.amount).toBeLessThanOrEqual(from.find((it) => it.id === part.id)?.left ?? 0)
    }
  }))
})
