import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../../lib/money.ts'
import { FAILURES, PAYMENT_STATES, type Failure, type PaymentState } from './contract.ts'
import type { Trade } from './provider.server.ts'
import { queryInterval, decide, paymentMachine, refundableAmount, splitRefund, type Decision } from './rules.server.ts'

const asked = money(169322, 'CNY')
const base = { paymentId: 'p', ref: 'r' }
const pending: Trade = { ...base, state: 'pending' }
const refused: Trade = { ...pending, refused: 'rejected' }
const paid = (amount = asked): Trade => ({ ...base, state: 'succeeded', paid: amount, at: 1 })
const failed = (failure: Failure): Trade => ({ ...base, state: 'failed', failure })

interface State { status: PaymentState; failure: Failure | null }
const TO: Record<Decision['act'], PaymentState | undefined> = { none: undefined, note: undefined, start: 'started', succeed: 'succeeded', hold: 'error', fail: 'failed' }

/** Applies decisions without a database. Throws where the graph has no such step. */
function fold(trades: readonly Trade[], from: PaymentState = 'created'): State {
  return trades.reduce<State>((state, trade) => {
    const decision = decide({ ...state, amount: asked }, trade)
    if (decision.act === 'note') return { ...state, failure: decision.refused }
    const to = TO[decision.act]
    if (!to) return state
    if (!paymentMachine.graph[state.status].includes(to)) throw new Error(`${state.status} → ${to}`)
    return { status: to, failure: decision.act === 'fail' ? decision.failure : decision.act === 'start' ? decision.refused : null }
  }, { status: from, failure: null })
}

const failures = fc.constantFrom(...FAILURES)
const anything: fc.Arbitrary<Trade> = fc.oneof(fc.constant(pending), fc.constant(refused), fc.constant(paid()), failures.map(failed), fc.nat(1e6).map((n) => paid(money(n, 'CNY'))))

describe('notifications of a provider', () => {
  it('follow exactly the edges of the graph, whatever is reported', () => {
    fc.assert(fc.property(fc.array(anything), fc.constantFrom(...PAYMENT_STATES), (trades, from) => {
      expect(() => fold(trades, from)).not.toThrow()
    }))
  })
  it('end in the same state in any order and with any repetition', () => {
    const truth = fc.oneof(fc.constant(paid()), failures.map(failed), fc.constant(paid(money(1, 'CNY'))))
    fc.assert(fc.property(truth, fc.array(fc.boolean(), { maxLength: 20 }), (end, said) => {
      const heard = said.map((final) => (final ? end : pending))
      const once = fold([pending, end])
      expect(fold([...heard, end])).toEqual(once)
      expect(fold([end, ...heard])).toEqual(once)
    }))
  })
  it('keep a payment open after a declined attempt, and remember the decline until the next attempt', () => {
    expect(fold([pending, refused])).toEqual({ status: 'started', failure: 'rejected' })
    expect(fold([refused, refused])).toEqual({ status: 'started', failure: 'rejected' })
    expect(fold([refused, pending])).toEqual({ status: 'started', failure: null })
    expect(fold([refused, paid(), refused])).toEqual({ status: 'succeeded', failure: null })
  })
  it('never lose money: after a success no other report matters', () => {
    fc.assert(fc.property(fc.array(anything), fc.array(anything), (before, after) => {
      const { status } = fold([...before, paid(), ...after])
      expect(['succeeded', 'error']).toContain(status)
    }))
  })
  it('do not accept another sum or currency as the requested one', () => {
    expect(fold([paid(money(169321, 'CNY'))]).status).toBe('error')
    expect(fold([paid(money(169322, 'USD'))]).status).toBe('error')
    expect(fold([paid(money(169321, 'CNY')), paid()]).status).toBe('error')
  })
})

describe('figures', () => {
  it('the query interval grows with the age of the payment', () => {
    expect([0, 60_000, 600_000, 5_400_000].map(queryInterval)).toEqual([15_000, 15_000, 150_000, 300_000])
  })
  it('never more is refunded than was paid', () => {
    fc.assert(fc.property(fc.nat(), fc.nat(), (a, b) => {
      expect(refundableAmount(a, b)).toBeLessThanOrEqual(a)
      expect(refundableAmount(a, b)).toBeGreaterThanOrEqual(0)
    }))
  })
})

it('a refund is spread over its payments to the cent, within what each has left, and an excess is refused', () => {
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
