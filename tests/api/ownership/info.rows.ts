import { sendFeedback } from '../../../src/features/info/contract.ts'
import { row } from './row.ts'

export const rows = [
  row(sendFeedback)({
    of: 'caller',
    input: () => ({ kind: 'faq', slug: 'how-to-claim', helpful: true }),
    answers: 'not_found',
  }),
]
