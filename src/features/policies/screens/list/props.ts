/** Props of the list of policies and of its rows. */
import type { LoadState } from '../../../../app/requests/use-load.ts'
import type { Output } from '../../../../lib/contract.ts'
import type { listPolicies, PolicyRow, PolicyTab } from '../../contract.ts'

export type Policies = Output<typeof listPolicies>

/** The longest search that the call accepts. */
export const SEARCH_LENGTH = 60

/** Props of both arrangements of a row. */
export interface RowProps {
  policy: PolicyRow
}

export interface ListProps {
  tab: PolicyTab
  page: number
  /** Search words; empty for all policies. */
  search: string
  loaded: LoadState<Policies>
  /** Counts of the tab shown last, until the new one is loaded. */
  counts: Policies['counts'] | undefined
  show: (tab: PolicyTab, page?: number, search?: string) => void
  again: () => void
}
