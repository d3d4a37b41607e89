/** The graph of group payments, and the states of the applications on their lists. */
import { machine, type Graph } from '../../../../server/transition.ts'

/**
 * `draft`: students are being added · `open`: closed, so that the school can pay · `paid`: policies are being issued ·
 * `done`: each has its outcome.
 */
export const GROUP_PAYMENT_STATES = ['draft', 'open', 'paid', 'done', 'cancelled', 'expired'] as const
type GroupPaymentStatus = (typeof GROUP_PAYMENT_STATES)[number]

const GRAPH: Graph<GroupPaymentStatus> = {
  draft: ['open', 'cancelled', 'expired'],
  open: ['paid', 'cancelled', 'expired'],
  paid: ['done'],
  done: [],
  cancelled: [],
  expired: [],
}
export const groupPaymentMachine = machine({ entity: 'group_payment', table: 'group_payments', graph: GRAPH })

/**
 * State of an application on a list: `held` · `left` before it was paid · `credited` with its part of the money ·
 * `returned`: its part was refunded, because no policy could be issued.
 */
export type ListedState = 'held' | 'left' | 'credited' | 'returned'

/** Why an application left an unpaid list. */
const LEAVING_REASONS = [
  'withdrawn',
  'reopened',
  'expired',
  'released',
  'paid_singly',
  'list_cancelled',
  'taken_off',
] as const
export type LeavingReason = (typeof LEAVING_REASONS)[number]

/** Paid by the school: neither a student nor a deadline can undo any of it. */
export const isPaidGroup = (status: string | undefined): boolean => status === 'paid' || status === 'done'
