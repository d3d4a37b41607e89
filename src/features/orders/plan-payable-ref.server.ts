/** How an application for a plan is named as a payable, apart from what the cashier is told of it. */
import type { PayableRef } from '../../server/payable.ts'

/** What payments of an application for a plan carry as their kind. */
export const PLAN = 'plan'
export const planPayableRef = (id: string): PayableRef => ({ kind: PLAN, id })
