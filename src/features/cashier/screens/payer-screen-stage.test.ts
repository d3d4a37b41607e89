import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  PAYMENT_STATES,
  PAY_STANDINGS,
  REFUND_REASONS,
  REFUND_STATES,
  payCreate,
  type PaymentView,
  type PayOrder,
} from '../contract.ts'
import { mayHearOfLast } from '../rules/previous-payment.ts'
import {
  isFinal,
  isPaidElsewhere,
  nextPollDelay,
  orderAsked,
  payKey,
  paymentThatPaid,
  stageOf,
} from './payer-screen-stage.ts'

const order = (change: Partial<PayOrder> = {}): PayOrder => ({
  id: 'YFO-260301-000001',
  kind: 'plan',
  number: 'YFO-260301-000001',
  status: 'awaiting_payment',
  settled: false,
  standing: 'payable',
  about: '',
  plan: '',
  tier: '',
  insurer: '',
  start: null,
  end: null,
  amount: { amount: 169322, currency: 'CNY' },
  expiresAt: 1,
  insured: '',
  parts: [],
  buyer: '',
  campaign: null,
  application: 'YFO-260301-000001',
  waiverLetter: true,
  back: null,
  sentTo: null,
  after: null,
  own: true,
  link: null,
  ...change,
})
const payment = (change: Partial<PaymentView> = {}): PaymentView => ({
  id: '01m7x2hjqga91m9w0cyqzpe2hx',
  status: 'started',
  failure: null,
  method: 'wechat',
  amount: { amount: 169322, currency: 'CNY' },
  payUrl: null,
  qr: null,
  inPage: null,
  arrived: null,
  createdAt: 0,
  settledAt: null,
  refund: null,
  ...change,
})
const refund = (
  reason: NonNullable<PaymentView['refund']>['reason'],
  status: 'approved' | 'succeeded' = 'approved',
) => ({
  reason,
  status,
  amount: { amount: 169322, currency: 'CNY' as const },
  at: 0,
  byHand: false,
})

describe('how the payment before ended', () => {
  it('is not told to somebody with a link who did not try it', () => {
    expect(mayHearOfLast({ order: order({ own: false }), startedBy: 'others' })).toBe(false)
    expect(mayHearOfLast({ order: order({ own: false }), startedBy: 'caller' })).toBe(true)
    expect(mayHearOfLast({ order: order(), startedBy: 'others' })).toBe(true)
  })
})

describe('a stage', () => {
  it('follows a payment from choice to policy', () => {
    expect(stageOf({ order: order(), payment: null })).toBe('choose')
    expect(stageOf({ order: order(), payment: payment({ status: 'created' }) })).toBe('choose')
    expect(stageOf({ order: order({ standing: 'expired' }), payment: payment({ status: 'created' }) })).toBe('closed')
    expect(stageOf({ order: order(), payment: payment() })).toBe('waiting')
    expect(
      stageOf({ order: order({ standing: 'paid', status: 'paid' }), payment: payment({ status: 'succeeded' }) }),
    ).toBe('paid')
    expect(stageOf({ order: order(), payment: payment({ status: 'failed', failure: 'rejected' }) })).toBe('failed')
    expect(
      stageOf({ order: order({ standing: 'expired' }), payment: payment({ status: 'failed', failure: 'expired' }) }),
    ).toBe('closed')
  })
  it('asks for no payment once the order has closed, while a bank may still confirm one', () => {
    for (const standing of ['expired', 'cancelled', 'declined'] as const) {
      const seen = { order: order({ standing }), payment: payment({ payUrl: 'https://gateway.example' }) }
      expect(stageOf(seen)).toBe('undecided')
      expect(isFinal(seen)).toBe(false)
    }
  })
  it('says when money goes back, and when it is held', () => {
    const late = payment({ status: 'succeeded', refund: refund('late') })
    expect(stageOf({ order: order({ standing: 'expired' }), payment: late })).toBe('returned')
    expect(
      stageOf({
        order: order({ standing: 'paid', status: 'issue_failed' }),
        payment: payment({ status: 'succeeded', refund: refund('issue_failed') }),
      }),
    ).toBe('paid')
    expect(stageOf({ order: order({ standing: 'under_check' }), payment: payment({ status: 'error' }) })).toBe('check')
  })
  it('lets the new price be paid while the old one goes back', () => {
    for (const status of REFUND_STATES) {
      const old = {
        order: order(),
        payment: payment({ status: 'succeeded', refund: { ...refund('wrong_amount'), status } }),
      }
      expect([stageOf(old), isFinal(old)]).toEqual(['choose', false])
    }
    const held = payment({ status: 'error', refund: { ...refund('wrong_amount'), status: 'succeeded' } })
    expect(isFinal({ order: order(), payment: held })).toBe(true)
  })
  it('is that of money that came too late only for money that bought nothing', () => {
    for (const reason of REFUND_REASONS)
      expect(
        stageOf({
          order: order({ standing: 'paid', status: 'issued' }),
          payment: payment({ status: 'succeeded', refund: refund(reason) }),
        }),
        reason,
      ).toBe(['late', 'duplicate', 'wrong_amount'].includes(reason) ? 'returned' : 'paid')
  })
  it('exists for every state that the server can report', () => {
    const anyRefund = fc.option(
      fc.record({
        reason: fc.constantFrom(...REFUND_REASONS),
        status: fc.constantFrom(...REFUND_STATES),
        amount: fc.constant({ amount: 1, currency: 'CNY' as const }),
        at: fc.nat(),
        byHand: fc.boolean(),
      }),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...PAY_STANDINGS),
        fc.option(fc.constantFrom(...PAYMENT_STATES)),
        anyRefund,
        (standing, status, back) => {
          const seen = { order: order({ standing }), payment: status ? payment({ status, refund: back }) : null }
          expect(typeof stageOf(seen)).toBe('string')
          // A closed order may still have a payment that its bank has not decided: the page continues to poll.
          if (stageOf(seen) === 'waiting') expect(isFinal(seen)).toBe(false)
        },
      ),
    )
  })
})

describe('the sum on the page of a payment', () => {
  it('is what the open payment asks for, and otherwise what is asked for now', () => {
    const smaller = { amount: 100_000, currency: 'CNY' as const }
    const list = order({ kind: 'group', amount: smaller })
    expect(orderAsked({ order: list, payment: payment() }).amount).toEqual(payment().amount)
    expect(orderAsked({ order: list, payment: payment({ status: 'failed', failure: 'cancelled' }) }).amount).toEqual(
      smaller,
    )
    expect(orderAsked({ order: list, payment: null }).amount).toEqual(smaller)
  })
})

describe('an order that a school paid after the payer’s own payment had failed', () => {
  const seen = {
    order: order({ standing: 'paid', status: 'paid', own: false }),
    payment: payment({ status: 'failed', failure: 'rejected', settledAt: 1 }),
    startedBy: 'caller' as const,
  }
  it('is paid, not with that payment, and by somebody else', () => {
    expect(stageOf(seen)).toBe('paid')
    expect(paymentThatPaid(seen)).toBeNull()
    expect(isPaidElsewhere(seen, { first: 'waiting', back: true })).toBe(true)
  })
  it('is told from one that the payer paid', () => {
    const paid = { ...seen, payment: payment({ status: 'succeeded', settledAt: 1 }) }
    expect(paymentThatPaid(paid)).toBe(paid.payment)
    expect(isPaidElsewhere(paid, { first: 'waiting', back: true })).toBe(false)
  })
})

describe('polling', () => {
  it('slows down to every 15 seconds', () => {
    expect([0, 1, 5, 9, 100].map((looks) => nextPollDelay(looks))).toEqual([2000, 2500, 6104, 14901, 15000])
  })
  it('is rare while an insurer reviews the application, which takes days', () => {
    const seen = { order: order({ standing: 'under_review' }) }
    expect(nextPollDelay(0, seen)).toBe(300_000)
    expect(isFinal({ ...seen, payment: null })).toBe(false)
  })
})

describe('the key of a request', () => {
  it('fits the contract, and differs by method and by ended attempt', () => {
    for (const key of [
      payKey('YFO-260301-000001', 'wechat', undefined),
      payKey('YFO-260301-000001', 'unionpay', payment().id),
    ]) {
      expect(payCreate.input.shape.key.safeParse(key).success).toBe(true)
    }
    expect(payKey('o', 'wechat', 'a')).not.toBe(payKey('o', 'wechat', 'b'))
    expect(payKey('o', 'wechat', 'a')).not.toBe(payKey('o', 'alipay', 'a'))
  })
})
