/** Props of the parts of a result. */
import type { ClaimView, DecisionView } from '../../../contract.ts'

export interface DecisionProps {
  claim: ClaimView
  decision: DecisionView
}
