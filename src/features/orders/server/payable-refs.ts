/** How the cashier names an application for a plan, and a school's list of them (decision 0083), as payables. */
import type { PayableRef } from '../../cashier/server/door.ts'

/** The payable kind of an application for a plan. */
export const PLAN = 'plan'
export const planPayableRef = (id: string): PayableRef => ({ kind: PLAN, id })

/** The payable kind of a group payment. */
export const GROUP = 'group'
export const groupPaymentRef = (id: string): PayableRef => ({ kind: GROUP, id })

/** The payable that an application was paid as: its school's group payment, or its own. */
export const paidAs = ({ id, group_payment: group }: { id: string; group_payment: string | null }): PayableRef =>
  group === null ? planPayableRef(id) : groupPaymentRef(group)
