/** The state graph of tuition payments. */
import { machine, type Graph } from '../../../server/transition.ts'
import type { TuitionStatus } from '../contract.ts'

/** If the second operator refuses a refund, the order returns to its earlier state. */
const graph: Graph<TuitionStatus> = {
  awaiting_payment: ['paid', 'cancelled', 'expired'],
  paid: ['sent', 'returning'],
  sent: ['confirmed', 'returning'],
  confirmed: ['returning'],
  returning: ['returned', 'paid', 'sent', 'confirmed'],
  returned: [],
  cancelled: [],
  expired: [],
}
export const tuitionMachine = machine({ entity: 'education_order', table: 'education_orders', graph })

/** States in which we hold the payer's money, or do not know yet whether a transfer or refund has arrived. */
export const WITH_MONEY = ['paid', 'sent', 'returning'] as const satisfies readonly TuitionStatus[]
