import { askRefund, getRefunds } from '../../../src/features/refunds/contract.ts'
import { row } from './row.ts'

export const rows = [
  row(getRefunds)({ of: 'record', input: ({ order }) => ({ order }) }),
  row(askRefund)({ of: 'record', input: ({ order }) => ({ order, amount: 100, why: 'paid too much' }), answers: 'nothing' }),
]
