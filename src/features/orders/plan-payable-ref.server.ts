/**
 * How the cashier names an application for a plan as a payable; kept apart from the payable itself, which needs more of
 * the server.
 */
import type { PayableRef } from '../cashier/payable.server.ts'
import { groupPaymentRef } from '../collection/group/group-payment-ref.server.ts'

/** The payable kind of an application for a plan. */
export const PLAN = 'plan'
export const planPayableRef = (id: string): PayableRef => ({ kind: PLAN, id })

/** The payable that an application was paid as: its school's group payment, or its own. */
export const paidAs = ({ id, group_payment: group }: { id: string; group_payment: string | null }): PayableRef =>
  group === null ? planPayableRef(id) : groupPaymentRef(group)
