/** Which payment a transfer makes, by its reference and its sum: both have to fit. Pure; `book-statement.ts` writes it. */
import type { Currency } from '../../../lib/money/money.ts'
import type { PaymentState } from '../../cashier/contract.ts'
import { referencesIn } from '../../../lib/money/transfer-reference.ts'

/**
 * No reference · one whose check digits are wrong · one that we never gave out · several that fit · the payment has its
 * money already · another currency or sum · an entry with the same day, sum and account came in an earlier statement.
 */
export type TransferProblem =
  | 'no_reference'
  | 'wrong_reference'
  | 'unknown_reference'
  | 'several_references'
  | 'paid_before'
  | 'other_currency'
  | 'too_little'
  | 'too_much'
  | 'maybe_known'

export interface PaymentByTransfer {
  id: string
  status: PaymentState
  amount_minor: number
  currency: Currency
}

/** `payments`: those whose references are in the note. */
export function matchTransfer<P extends PaymentByTransfer>(
  { note, amount, currency }: { note: string; amount: number; currency: Currency },
  payments: readonly P[],
): { payment: P | undefined; problem: TransferProblem | undefined } {
  const { references, wrong } = referencesIn(note)
  if (references.length === 0) return { payment: undefined, problem: wrong ? 'wrong_reference' : 'no_reference' }
  const fitting = payments.filter((it) => it.currency === currency && it.amount_minor === amount)
  const [payment, another] = fitting.length > 0 ? fitting : payments
  if (!payment) return { payment: undefined, problem: 'unknown_reference' }
  if (another) return { payment: undefined, problem: 'several_references' }
  // Money that a payment given up brings all the same is booked, and goes back if nobody wants it any more.
  if (payment.status === 'succeeded' || payment.status === 'error') return { payment, problem: 'paid_before' }
  if (payment.currency !== currency) return { payment, problem: 'other_currency' }
  if (amount === payment.amount_minor) return { payment, problem: undefined }
  return { payment, problem: amount < payment.amount_minor ? 'too_little' : 'too_much' }
}
