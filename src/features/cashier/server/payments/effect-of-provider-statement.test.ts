import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { money } from '../../../../lib/money/money.ts'
import { FAILURES, PAYMENT_STATES, type Failure, type PaymentState } from '../../contract.ts'
import { decide, type Decision } from './effect-of-provider-statement.ts'
import { paymentMachine } from '../payment-states.ts'
import type { Trade } from '../providers/provider-interface.ts'

const asked = money(169322, 'CNY')
const base = { paymentId: 'p', ref: 'r' }
const pending: Trade = { ...base, state: 'pending' }
const refused: Trade = { ...pending, refused: 'rejected' }
const paid = (amount = asked): Trade => ({ ...base, state: 'succeeded', paid: amount, at: 1 })
const failed = (failure: Failure): Trade => ({ ...base, state: 'failed', failure })

interface State {
  status: PaymentState
  failure: Failure | null
}
const TO: Record<Decision['act'], PaymentState | undefined> = {
  none: undefined,
  note: undefined,
  start: 'started',
  succeed: 'succeeded',
  hold: 'error',
  fail: 'failed',
}

/** Applies decisions without a database. Throws where the graph has no such step. */
function fold(trades: readonly Trade[], from: PaymentState = 'created'): State {
  return trades.reduce<State>(
    (state, trade) => {
      const decision = decide({ ...state, amount: asked }, trade)
      if (decision.act === 'note') return { ...state, failure: decision.refused }
      const to = TO[decision.act]
      if (!to) return state
      if (!paymentMachine.graph[state.status].includes(to)) throw new Error(`${state.status} → ${to}`)
      return {
        status: to,
        failure: decision.act === 'fail' ? decision.failure : decision.act === 'start' ? decision.refused : null,
      }
    },
    { status: from, failure: null },
  )
}

const failures = fc.constantFrom(...FAILURES)
const anything: fc.Arbitrary<Trade> = fc.oneof(
  fc.constant(pending),
  fc.constant(refused),
  fc.constant(paid()),
  failures.map(failed),
  fc.nat(1e6).map((n) => paid(money(n, 'CNY'))),
)

describe('notifications of a provider', () => {
  it('follow exactly the edges of the graph, whatever is reported', () => {
    fc.assert(
      fc.property(fc.array(anything), fc.constantFrom(...PAYMENT_STATES), (trades, from) => {
        expect(() => fold(trades, from)).not.toThrow()
      }),
    )
  })
  it('end in the same state in any order and with any repetition', () => {
    const truth = fc.oneof(fc.constant(paid()), failures.map(failed), fc.constant(paid(money(1, 'CNY'))))
    fc.assert(
      fc.property(truth, fc.array(fc.boolean(), { maxLength: 20 }), (end, said) => {
        const heard = said.map((final) => (final ? end : pending))
        const once = fold([pending, end])
        expect(fold([...heard, end])).toEqual(once)
        expect(fold([end, ...heard])).toEqual(once)
      }),
    )
  })
  it('keep a payment open after a declined attempt, and remember the decline until the next attempt', () => {
    expect(fold([pending, refused])).toEqual({ status: 'started', failure: 'rejected' })
    expect(fold([refused, refused])).toEqual({ status: 'started', failure: 'rejected' })
    expect(fold([refused, pending])).toEqual({ status: 'started', failure: null })
    expect(fold([refused, paid(), refused])).toEqual({ status: 'succeeded', failure: null })
  })
  it('never lose money: after a success no other report matters', () => {
    fc.assert(
      fc.property(fc.array(anything), fc.array(anything), (before, after) => {
        const { status } = fold([...before, paid(), ...after])
        expect(['succeeded', 'error']).toContain(status)
      }),
    )
  })
  it('do not accept another sum or currency as the requested one', () => {
    expect(fold([paid(money(169321, 'CNY'))]).status).toBe('error')
    expect(fold([paid(money(169322, 'USD'))]).status).toBe('error')
    expect(fold([paid(money(169321, 'CNY')), paid()]).status).toBe('error')
  })
})
