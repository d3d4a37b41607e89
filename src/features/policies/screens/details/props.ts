/** Props of both arrangements of a policy's page. */
import type { PolicyView } from '../../contract.ts'

export interface DetailsProps {
  policy: PolicyView
  /** Reads the policy again after a change. */
  again: () => void
}
