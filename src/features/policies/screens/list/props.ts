/** Props of both arrangements of the list of policies. */
import type { LoadState } from '../../../../app/use-load.ts'
import type { Output } from '../../../../lib/contract.ts'
import type { listPolicies, PolicyTab } from '../../contract.ts'

export type Policies = Output<typeof listPolicies>

export interface ListProps {
  tab: PolicyTab
  page: number
  loaded: LoadState<Policies>
  /** Of the tab shown last, until the new one is there. */
  counts: Policies['counts'] | undefined
  show: (tab: PolicyTab, page?: number) => void
  again: () => void
}
