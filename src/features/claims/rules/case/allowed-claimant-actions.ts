/** What a claimant may do with a sent claim: withdraw it, ask for a review, add documents, correct the account. Pure. */
import { dayOf, type Day } from '../../../../lib/days/dates.ts'
import type { Sheet } from '../settlement-sheet.ts'
import { isOpen, type ClaimStatus } from '../status-values.ts'
import { isAwaitingMoney, type CaseState } from './case-progress.ts'
import { takesDocuments } from './promised-documents.ts'
import type { ClaimView } from './sent-claim-view-schema.ts'

/** A review may be requested from the decision on. */
const isReviewable = (status: ClaimStatus): boolean =>
  status === 'rejected' || status === 'paid' || isAwaitingMoney(status)

/** Was any part refused that a review could find payable? */
const hasRefusedPart = ({ outcome }: Pick<Sheet, 'outcome'>): boolean => outcome !== 'approved'

/** The decision for which the person may request a review today, or the reason why none. */
export function appealable(state: CaseState, today: Day): { decision: string } | { not: 'not_possible' | 'too_late' } {
  const last = state.decisions.at(-1)
  if (!last?.appealUntil || !isReviewable(state.status) || !hasRefusedPart(last)) return { not: 'not_possible' }
  if (state.appeals.some((it) => it.answeredAt === null)) return { not: 'not_possible' }
  return today <= last.appealUntil ? { decision: last.id } : { not: 'too_late' }
}

/** What the claimant may do at an instant (ms); the page offers nothing else, and the server refuses the rest. */
export function mayOf(state: CaseState, now: number): ClaimView['may'] {
  return {
    // A decided case can be reviewed but not withdrawn.
    withdraw: isOpen(state.status) && state.decisions.length === 0 && state.onAccount === null,
    appeal: 'decision' in appealable(state, dayOf(now)),
    supplement: state.status === 'supplement_required',
    addDocument: takesDocuments(state.status),
    correctAccount: state.status === 'payment_failed' || state.onAccount === 'failed',
  }
}
