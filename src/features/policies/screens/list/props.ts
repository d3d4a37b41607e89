/** Props of both arrangements of the list of policies. */
import type { LoadState } from '../../../../app/use-load.ts'
import type { Output } from '../../../../lib/contract.ts'
import type { listPolicies, PolicyTab } from '../../contract.ts'

export type Policies = Output<typeof listPolicies>

/** As many characters as the call takes. */
export const SEARCH_LENGTH = 60

export interface ListProps {
  tab: PolicyTab
  page: number
  /** What was searched for; empty for everything. */
  search: string
  loaded: LoadState<Policies>
  /** Of the tab shown last, until the new one is there. */
  counts: Policies['counts'] | undefined
  show: (tab: PolicyTab, page?: number, search?: string) => void
  again: () => void
}
