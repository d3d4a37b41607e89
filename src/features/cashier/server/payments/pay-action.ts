/** The payer's next action, as stored in a payment's row. */
import { z } from 'zod'
import type { PayAction } from '../providers/provider-interface.ts'
import type { PaymentTable } from '../../tables.ts'

type ActionColumns = Pick<PaymentTable, 'pay_url' | 'pay_qr' | 'pay_in_page' | 'pay_action_until'>

/** No action: nothing is left to do, or nothing can be done yet. */
export const NO_ACTION: ActionColumns = { pay_url: null, pay_qr: null, pay_in_page: null, pay_action_until: null }

/** `until`: the gateway's address or code cannot be used after it, ms. */
export const actionColumns = (action: PayAction, until: number | undefined): ActionColumns => ({
  pay_url: action.kind === 'redirect' ? action.url : null,
  pay_qr: action.kind === 'qr' ? action.text : null,
  pay_in_page: action.kind === 'in_page' ? JSON.stringify(action.parameters) : null,
  pay_action_until: until ?? null,
})

const parameters = z.record(z.string(), z.string())

/** The action that is possible now. */
export function actionOf(row: ActionColumns, now: number): PayAction | undefined {
  if (row.pay_action_until !== null && row.pay_action_until <= now) return undefined
  if (row.pay_url !== null) return { kind: 'redirect', url: row.pay_url }
  if (row.pay_qr !== null) return { kind: 'qr', text: row.pay_qr }
  return row.pay_in_page === null
    ? undefined
    : { kind: 'in_page', parameters: parameters.parse(JSON.parse(row.pay_in_page)) }
}
