/** The effect of a provider's statement on a payment. Pure; `apply-trade.ts` writes it. */
import type { Money } from '../../../../lib/money/money.ts'
import type { Failure, PaymentState, Refused } from '../../contract.ts'
import type { Trade } from '../providers/provider-interface.ts'

export type Decision =
  | { act: 'none' }
  | { act: 'start'; ref: string; refused: Refused | null }
  /** Another try by the payer was refused, or is in progress: the payment stays open. */
  | { act: 'note'; refused: Refused | null }
  | { act: 'succeed'; ref: string; paid: Money; at: number }
  /** Another sum or currency than was asked for. */
  | { act: 'hold'; ref: string; paid: Money; at: number }
  | { act: 'fail'; failure: Failure; ref: string }

/** What to do when the provider states `trade`: the same for a notification, a query and a close, in any order. */
export function decide(
  payment: { status: PaymentState; amount: Money; failure: Failure | null },
  trade: Trade,
): Decision {
  const { status } = payment
  if (status === 'succeeded' || status === 'error') return { act: 'none' }
  if (trade.state === 'succeeded') {
    const { ref, paid, at } = trade
    const fits = paid.amount === payment.amount.amount && paid.currency === payment.amount.currency
    return { act: fits ? 'succeed' : 'hold', ref, paid, at }
  }
  if (status === 'failed') return { act: 'none' }
  if (trade.state === 'failed') return { act: 'fail', failure: trade.failure, ref: trade.ref }
  const refused = trade.refused ?? null
  if (status === 'created') return { act: 'start', ref: trade.ref, refused }
  return refused === payment.failure ? { act: 'none' } : { act: 'note', refused }
}
