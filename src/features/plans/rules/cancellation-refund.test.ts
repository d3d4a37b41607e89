import { describe, expect, it } from 'vitest'
import { fromMajor, money } from '../../../lib/money/money.ts'
import { loadPlans } from '../content/load-plans.ts'
import { refundValue } from './cancellation-refund.ts'

const { plan: planOf } = loadPlans()

describe('refund values', () => {
  const us = {
    plan: planOf('us-campus'),
    premium: money(535733, 'CNY'),
    start: '2026-08-20',
    end: '2027-06-05',
    claimPaid: false,
  }
  it('are the whole premium before cover starts, or when the visa was refused', () => {
    expect(refundValue({ ...us, cancelOn: '2026-08-19' })).toMatchObject({
      ok: true,
      basis: 'full',
      amount: { amount: 535733 },
    })
    expect(refundValue({ ...us, cancelOn: '2026-10-01', visaRefused: true })).toMatchObject({ ok: true, basis: 'full' })
  })
  it('are the same after a claim, and nothing after the end', () => {
    for (const cancelOn of ['2026-08-19', '2026-10-01', '2027-05-01'])
      expect(refundValue({ ...us, cancelOn, claimPaid: true })).toEqual(refundValue({ ...us, cancelOn }))
    expect(refundValue({ ...us, cancelOn: '2027-06-05' })).toEqual({ ok: false, reason: 'ended' })
  })
  it('are whole unused months less the fee from overseas insurers', () => {
    const nz = {
      plan: planOf('nz-study'),
      premium: fromMajor(864, 'NZD'),
      start: '2027-01-01',
      end: '2027-12-31',
      claimPaid: false,
    }
    expect(refundValue({ ...nz, cancelOn: '2027-05-10' })).toMatchObject({
      unusedMonths: 7,
      amount: fromMajor(7 * 72 - 50, 'NZD'),
    })
    expect(refundValue({ ...nz, cancelOn: '2027-05-10', claimPaid: true })).toEqual({ ok: false, reason: 'claim_paid' })
    expect(refundValue({ ...nz, cancelOn: '2027-12-10' })).toMatchObject({ ok: true, amount: fromMajor(0, 'NZD') })
    const au = {
      plan: planOf('au-oshc'),
      premium: fromMajor(708, 'AUD'),
      start: '2027-01-01',
      end: '2027-12-31',
      claimPaid: false,
    }
    expect(refundValue({ ...au, cancelOn: '2027-05-31' })).toEqual({ ok: false, reason: 'proof_needed' })
    expect(refundValue({ ...au, cancelOn: '2027-05-31', proof: true })).toMatchObject({ amount: fromMajor(413, 'AUD') })
  })
})
