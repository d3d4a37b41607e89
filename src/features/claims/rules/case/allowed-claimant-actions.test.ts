import { describe, expect, it } from 'vitest'
import { CLAIM_STATUSES } from '../status-values.ts'
import { appealable, mayOf } from './allowed-claimant-actions.ts'
import { decided, NOW, state } from '../case-state.testing.ts'

describe('what the person may do', () => {
  it('withdraw until the first decision', () => {
    for (const status of CLAIM_STATUSES) {
      expect(mayOf(state(status), NOW).withdraw).toBe(
        ['submitted', 'registered', 'in_review', 'supplement_required', 'supplement_submitted'].includes(status),
      )
    }
    expect(
      mayOf(
        state('in_review', {
          decisions: [decided('rejected', 0)],
          appeals: [{ decision: 'd1', at: NOW, answeredAt: null }],
        }),
        NOW,
      ).withdraw,
    ).toBe(false)
  })

  it('ask for a review of what was refused, up to the last day, and not while one runs', () => {
    const rejected = state('rejected', { decisions: [decided('rejected', 0)] })
    expect(appealable(rejected, '2026-05-03')).toEqual({ decision: 'd1' })
    expect(appealable(rejected, '2026-05-04')).toEqual({ not: 'too_late' })
    expect(appealable({ ...rejected, appeals: [{ decision: 'd1', at: NOW, answeredAt: null }] }, '2026-03-05')).toEqual(
      { not: 'not_possible' },
    )
    expect(appealable(state('paid', { decisions: [decided('approved', 100)] }), '2026-03-05')).toEqual({
      not: 'not_possible',
    })
    expect(appealable(state('paid', { decisions: [decided('partially_approved', 100, null)] }), '2026-03-05')).toEqual({
      not: 'not_possible',
    })
    for (const status of ['partially_approved', 'paying', 'payment_failed'] as const) {
      expect(appealable(state(status, { decisions: [decided('partially_approved', 100)] }), '2026-03-05')).toEqual({
        decision: 'd1',
      })
    }
    expect(appealable(state('in_review', { decisions: [decided('partially_approved', 100)] }), '2026-03-05')).toEqual({
      not: 'not_possible',
    })
  })
})
