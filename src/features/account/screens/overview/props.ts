/** Props of both arrangements of the overview. */
import type { Output } from '../../../../lib/contract.ts'
import type { ClaimRow } from '../../../claims/list-contract.ts'
import type { OrderRow } from '../../../orders/list-contract.ts'
import type { listPolicies, PolicyTab } from '../../../policies/contract.ts'
import type { TaskRow } from '../../waiting-tasks-call.ts'
import type { PlanNames } from '../orders/order-words.ts'

export interface OverviewProps {
  names: PlanNames
  policies: Output<typeof listPolicies>
  /** The tab that contains these policies: the first that is not empty. */
  tab: PolicyTab
  orders: readonly OrderRow[]
  /** Newest change first. */
  claims: readonly ClaimRow[]
  /** Claims that wait for the person: documents asked for, an account to correct; then drafts. */
  claimsWaiting: readonly ClaimRow[]
  /** Orders that wait for the person: to pay, to fill in. */
  waiting: readonly OrderRow[]
  /** Other things that wait, earliest deadline first. */
  tasks: readonly TaskRow[]
  /** Totals by the server's count; of orders and claims only the first are shown. */
  waitingCount: { orders: number; claims: number; tasks: number }
}
