import { describe, expect, it } from 'vitest'
import { startOfCover } from '../../../lib/days/dates.ts'
import { ORDER_STATUSES, type OrderStatus } from '../contract.ts'
import { payable } from './when-payable.ts'

describe('payable', () => {
  const row = {
    status: 'awaiting_payment',
    premium_minor: 100,
    currency: 'CNY',
    expires_at: 1000,
    start: '2026-03-02',
  } as const
  it('is an order that was sent, in time, at its own price', () => {
    expect(payable(row, 999)).toEqual({ ok: true, amount: { amount: 100, currency: 'CNY' } })
    expect(payable(row, 1000)).toEqual({ ok: false, reason: 'expired' })
    const midnight = startOfCover(row.start)
    expect([midnight - 1, midnight].map((now) => payable({ ...row, expires_at: midnight + 1000 }, now).ok)).toEqual([
      true,
      false,
    ])
  })
  it('is no other', () => {
    const reason = (status: OrderStatus) => {
      const answer = payable({ ...row, status }, 0)
      return answer.ok ? 'ok' : answer.reason
    }
    expect(ORDER_STATUSES.filter((status) => reason(status) === 'ok')).toEqual(['awaiting_payment'])
    expect(reason('created')).toBe('not_submitted')
    expect(reason('under_review')).toBe('under_review')
    expect(reason('declined')).toBe('declined')
    expect(reason('issued')).toBe('paid')
    expect(reason('cancelled')).toBe('cancelled')
    expect(reason('expired')).toBe('expired')
  })
})
