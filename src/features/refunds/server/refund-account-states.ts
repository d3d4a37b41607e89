/** The state graph of accounts to which payers want refunds. */
import { machine, type Graph } from '../../../server/transition.ts'
import type { RefundAccountStatus } from '../tables.ts'

const GRAPH: Graph<RefundAccountStatus> = {
  asked: ['asked', 'given'],
  // Changed by its payer, or its batch was cancelled.
  given: ['given', 'in_batch'],
  in_batch: ['given', 'asked', 'paid'],
  paid: [],
}
export const refundAccountMachine = machine({ entity: 'refund_account', table: 'refund_accounts', graph: GRAPH })
