import { describe, expect, it } from 'vitest'
import { clocks, currentClock, stepsOf, turnOf, type CaseState } from './case-progress.ts'
import { CLAIM_STATUSES } from '../status-values.ts'
import { at, decided, NOW, state } from '../case-state.testing.ts'

describe('steps', () => {
  const shown = (it: CaseState, now = NOW) =>
    stepsOf(it, now).map((step) => `${step.id} ${step.state}${step.dueOn ? ` ${step.dueOn}` : ''}`)

  it('state what is done, what is current, and by when', () => {
    expect(shown(state('in_review'))).toEqual([
      'sent done',
      'registered done',
      'checking now 2026-03-05',
      'decision next 2026-03-05',
      'payment next',
    ])
    expect(shown(state('in_review'), at('2026-03-06'))[2]).toBe('checking late 2026-03-05')
    expect(shown(state('submitted', { registeredAt: null, moves: [] }))[1]).toBe('registered now')
  })

  it('end with the payment, or without one', () => {
    expect(shown(state('approved', { decisions: [decided('approved', 100)] }))).toContain('payment now 2026-03-13')
    expect(shown(state('approved', { decisions: [decided('approved', 100)] }), at('2026-03-14'))).toContain(
      'payment late 2026-03-13',
    )
    expect(shown(state('rejected', { decisions: [decided('rejected', 0)] }))).toEqual([
      'sent done',
      'registered done',
      'checking done',
      'decision done',
    ])
    expect(shown(state('cancelled', { closedAt: NOW }))).toEqual(['sent done', 'registered done', 'withdrawn done'])
    expect(shown(state('cancelled', { closedAt: NOW, registeredAt: null }))).toEqual(['sent done', 'withdrawn done'])
  })
})

describe('steps of a review', () => {
  const shown = (it: CaseState, now: number) =>
    stepsOf(it, now).map((step) => `${step.id} ${step.state}${step.dueOn ? ` ${step.dueOn}` : ''}`)
  const asked = (decision: string, answeredAt: number | null = null) => ({ decision, at: at('2026-03-20'), answeredAt })
  const before = ['sent done', 'registered done', 'checking done', 'decision done']
  const later = (outcome: 'approved' | 'rejected', paidToYou: number) => ({
    ...decided(outcome, paidToYou, null),
    id: 'd2',
    at: at('2026-03-25'),
  })

  it('a refusal stays decided, the review is a step of its own, and no payment is announced', () => {
    const review = state('in_review', { decisions: [decided('rejected', 0)], appeals: [asked('d1')] })
    expect(shown(review, at('2026-03-21'))).toEqual([...before, 'review now 2026-03-29'])
    expect(stepsOf(review, at('2026-03-21')).map((it) => it.at)).toEqual([
      at('2026-03-01'),
      at('2026-03-02'),
      at('2026-03-02', 11),
      at('2026-03-04'),
      at('2026-03-20'),
    ])
    expect(shown(review, at('2026-03-30')).at(-1)).toBe('review late 2026-03-29')
  })

  it('what was paid before it stays paid, and the answer may pay again or not', () => {
    const paid = { decision: 'd1', payee: null, status: 'paid' as const, settledAt: at('2026-03-10') }
    const first = { decisions: [decided('partially_approved', 100)], payments: [paid] }
    expect(shown(state('in_review', { ...first, appeals: [asked('d1')] }), at('2026-03-21'))).toEqual([
      ...before,
      'payment done',
      'review now 2026-03-29',
    ])
    const answered = [asked('d1', at('2026-03-25'))]
    expect(
      shown(
        state('approved', { ...first, decisions: [...first.decisions, later('approved', 50)], appeals: answered }),
        at('2026-03-26'),
      ),
    ).toEqual([...before, 'payment done', 'review done', 'payment now 2026-04-03'])
    expect(
      shown(
        state('rejected', { decisions: [decided('rejected', 0), later('rejected', 0)], appeals: answered }),
        at('2026-03-26'),
      ),
    ).toEqual([...before, 'review done'])
  })

  it('asked for while money is on its way, it comes next', () => {
    const paying = state('paying', {
      decisions: [decided('partially_approved', 100)],
      appeals: [{ decision: 'd1', at: at('2026-03-05'), answeredAt: null }],
    })
    expect(shown(paying, at('2026-03-06'))).toEqual([...before, 'payment now 2026-03-13', 'review next 2026-03-14'])
  })
})

describe('promises', () => {
  it('follow one another: decision, payment, review', () => {
    const paid = state('in_review', {
      decisions: [decided('partially_approved', 100)],
      payments: [{ decision: 'd1', payee: null, status: 'paid', settledAt: at('2026-03-10') }],
      appeals: [{ decision: 'd1', at: at('2026-03-20'), answeredAt: null }],
    })
    expect(clocks(paid, at('2026-03-21')).map((it) => `${it.kind} ${it.state} ${it.day}/${it.of}`)).toEqual([
      'decision done 4/5',
      'payment done 7/10',
      'review running 2/10',
    ])
    expect(currentClock(state('cancelled'), NOW)).toBeNull()
  })

  it('a payment is paused while the person has to correct the account', () => {
    const failed = state('payment_failed', {
      decisions: [decided('approved', 100)],
      moves: [
        { at: at('2026-03-05'), to: 'paying' },
        { at: at('2026-03-06'), to: 'payment_failed' },
      ],
    })
    expect(currentClock(failed, at('2026-03-20'))).toMatchObject({
      kind: 'payment',
      state: 'stopped',
      day: 3,
      stoppedOn: '2026-03-06',
    })
  })
})

describe('turns, and a payment beside a review', () => {
  it('a review requested before the money arrived does not change the clock of the payment', () => {
    const paying = state('paying', {
      decisions: [decided('partially_approved', 100)],
      appeals: [{ decision: 'd1', at: at('2026-03-05'), answeredAt: null }],
    })
    expect(currentClock(paying, at('2026-03-06'))).toMatchObject({ kind: 'payment', day: 3 })
    expect(stepsOf(paying, at('2026-03-06')).at(-2)).toMatchObject({ id: 'payment', state: 'now', dueOn: '2026-03-13' })
    expect(clocks(paying, at('2026-03-06')).map((it) => it.kind)).toEqual(['decision', 'payment', 'review'])
  })

  it('every status says whose turn it is', () => {
    expect(CLAIM_STATUSES.filter((it) => turnOf(it) === 'you')).toEqual([
      'draft',
      'supplement_required',
      'payment_failed',
    ])
    expect(CLAIM_STATUSES.filter((it) => turnOf(it) === 'nobody')).toEqual([
      'rejected',
      'paid',
      'cancelled',
      'discarded',
    ])
  })
})
