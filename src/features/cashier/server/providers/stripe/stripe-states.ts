/** Stripe's states of sessions and refunds, in our terms. */
import type Stripe from 'stripe'
import { money, type Money } from '../../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../../lib/money/currencies.ts'
import { ProviderUnavailable, type RefundResult, type Trade } from '../provider-interface.ts'
import type { Failure, Refused } from '../../../contract.ts'

/** Codes of a bank that did not authorise, as opposed to one that refused. */
const NOT_AUTHORISED = [
  'payment_intent_authentication_failure',
  'authentication_required',
  'authentication_failed',
  'setup_intent_authentication_failure',
]

/** Stripe's smallest units are the same as ours: neither has decimals for yen. */
function sumOf(amount: number | null, currency: string | null): Money {
  const known = CURRENCIES.find((it) => it === currency?.toUpperCase())
  if (!known || amount === null) throw new ProviderUnavailable('a currency that is not ours')
  return money(amount, known)
}

/** Whether the sum was paid, is being processed, or failed. `intent` where the session has one. */
export function tradeOf(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | undefined,
  now: number,
): Trade {
  const base = { paymentId: session.client_reference_id ?? '', ref: session.id }
  if (session.payment_status === 'paid')
    return { ...base, state: 'succeeded', paid: sumOf(session.amount_total, session.currency), at: now }
  if (session.status === 'expired')
    return { ...base, state: 'failed', failure: session.expires_at * 1000 <= now ? 'expired' : 'cancelled' }
  // After a refused card the payer can try again, or use another one, on Stripe's page.
  if (session.status === 'open')
    return { ...base, state: 'pending', refused: intent?.last_payment_error ? refusalOf(intent) : undefined }
  return intent === undefined || intent.status === 'processing' || intent.status === 'requires_action'
    ? { ...base, state: 'pending' }
    : { ...base, state: 'failed', failure: failureOf(intent) }
}

/** The session's payment, if it was requested together with it. */
export const intentIn = ({ payment_intent: intent }: Stripe.Checkout.Session): Stripe.PaymentIntent | undefined =>
  typeof intent === 'object' ? (intent ?? undefined) : undefined

const failureOf = (intent: Stripe.PaymentIntent): Failure =>
  intent.status === 'canceled' ? 'cancelled' : refusalOf(intent)

function refusalOf({ last_payment_error: error }: Stripe.PaymentIntent): Refused {
  return NOT_AUTHORISED.includes(error?.code ?? '') || NOT_AUTHORISED.includes(error?.decline_code ?? '')
    ? 'authorization'
    : 'rejected'
}

/** `undefined` for a refund that we did not request: one made in Stripe's own console. */
export function refundOf(refund: Stripe.Refund): RefundResult | undefined {
  const refundId = refund.metadata?.refund
  if (!refundId) return undefined
  const state =
    refund.status === 'succeeded'
      ? 'succeeded'
      : refund.status === 'failed' || refund.status === 'canceled'
        ? 'failed'
        : 'pending'
  return { refundId, ref: refund.id, state, amount: sumOf(refund.amount, refund.currency) }
}
