/** What a buyer may request back for an order. Pure. */
import type { RefundBasis } from '../../cashier/contract.ts'

export interface PaidMoney {
  id: string
  /** The order was credited with it. */
  credited: boolean
  /** A wrong sum arrived, and the order was not credited. */
  wrong: boolean
  /** Minor units that are neither returned nor reserved for a refund. */
  left: number
}

export interface RefundOffer {
  basis: RefundBasis
  amount: number
  payments: string[]
}

/**
 * Money in a wrong sum comes first: it belongs to no contract, whatever happens to the order. `inForce`: a policy that
 * can still be cancelled.
 */
export function refundOffer(
  { status, inForce }: { status: string; inForce: boolean },
  money: readonly PaidMoney[],
): RefundOffer {
  const offer = (basis: RefundBasis, of: readonly PaidMoney[]): RefundOffer => ({
    basis,
    amount: of.reduce((sum, it) => sum + it.left, 0),
    payments: of.map((it) => it.id),
  })
  const wrong = money.filter((it) => it.wrong && it.left > 0)
  if (wrong.length > 0) return offer('wrong_amount', wrong)
  const credited = money.filter((it) => it.credited && it.left > 0)
  if (credited.length === 0) return offer('none', [])
  if (status === 'paid' || status === 'issuing') return offer('not_issued', credited)
  return status === 'issued' && inForce ? { basis: 'surrender', amount: 0, payments: [] } : offer('none', [])
}
