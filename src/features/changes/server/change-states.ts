/** The state graph of change requests. */
import { machine, type Graph } from '../../../server/transition.ts'
import type { ChangeStatus } from '../contract.ts'

/**
 * design §5 "Change request"; one that costs something is approved first, and takes effect once it is paid (decision
 * 0062).
 */
const graph: Graph<ChangeStatus> = {
  submitted: ['approved', 'awaiting_payment', 'rejected', 'withdrawn'],
  awaiting_payment: ['approved', 'lapsed', 'withdrawn'],
  approved: [],
  rejected: [],
  withdrawn: [],
  lapsed: [],
}
export const changeMachine = machine({ entity: 'policy_change', table: 'policy_changes', graph })

/** Waiting states: no other request for the policy may be sent. */
export const OPEN = ['submitted', 'awaiting_payment'] as const satisfies readonly ChangeStatus[]
