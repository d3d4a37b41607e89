import { startOfCover } from '../../../lib/days/dates.ts'
import type { ClaimStatus } from './status-values.ts'
import type { CaseState } from './case/case-progress.ts'

export const at = (day: string, hour = 10): number => startOfCover(day) + hour * 3_600_000
export const state = (status: ClaimStatus, over: Partial<CaseState> = {}): CaseState => ({
  status,
  complex: false,
  submittedAt: at('2026-03-01'),
  registeredAt: at('2026-03-02'),
  closedAt: null,
  moves: [
    { at: at('2026-03-01'), to: 'submitted' },
    { at: at('2026-03-02'), to: 'registered' },
    { at: at('2026-03-02', 11), to: 'in_review' },
  ],
  decisions: [],
  payments: [],
  onAccount: null,
  appeals: [],
  ...over,
})
export const decided = (
  outcome: 'approved' | 'partially_approved' | 'rejected',
  paidToYou: number,
  appealUntil: string | null = '2026-05-03',
) => ({ id: 'd1', at: at('2026-03-04'), outcome, paidToYou, appealUntil })
export const NOW = at('2026-03-05')
