/** Stripe's events: JSON, signed with the endpoint's own secret. */
import { Stripe } from 'stripe'
import type { StripeSettings } from '../../../../../server/payment-settings.ts'
import {
  InvalidNotification,
  ProviderUnavailable,
  type ProviderNotification,
  type RawNotification,
} from '../provider-interface.ts'
import { intentIn, refundOf, tradeOf } from './stripe-states.ts'

/** A message further from our clock than this is refused, seconds. Stripe's package checks only the past. */
const CLOCK_SKEW = 300

function eventOf(
  stripe: Stripe,
  { secretKey, webhookSecret }: StripeSettings,
  { body, headers, now }: RawNotification,
): Stripe.Event {
  const header = headers['stripe-signature']
  if (typeof header !== 'string') throw new InvalidNotification('headers')
  const time = Number(/(?:^|,)t=(\d{10})(?:,|$)/.exec(header)?.[1] ?? NaN)
  if (!(time - now / 1000 <= CLOCK_SKEW)) throw new InvalidNotification('age')
  let event: Stripe.Event
  try {
    event = stripe.webhooks.constructEvent(body, header, webhookSecret, CLOCK_SKEW, undefined, now)
  } catch {
    throw new InvalidNotification('signature')
  }
  if (typeof event?.id !== 'string' || typeof event.data?.object !== 'object') throw new InvalidNotification('body')
  // An event of the other mode, or of an account connected to ours, does not concern our money.
  if (event.livemode !== secretKey.includes('_live_')) throw new InvalidNotification('mode')
  if (event.account !== undefined && event.account !== null) throw new InvalidNotification('account')
  return event
}

export async function stripeNotification(
  stripe: Stripe,
  settings: StripeSettings,
  raw: RawNotification,
): Promise<ProviderNotification> {
  const event = eventOf(stripe, settings, raw)
  const { id } = event
  try {
    // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- of hundreds of events, these concern us
    switch (event.type) {
      case 'checkout.session.completed':
      case 'checkout.session.async_payment_succeeded':
      case 'checkout.session.async_payment_failed':
      case 'checkout.session.expired': {
        const session = event.data.object
        // A session that was not created here: for example a payment link of the account's.
        if (!session.client_reference_id) return { id, kind: 'nothing' }
        const intent =
          event.type === 'checkout.session.async_payment_failed' ? await intentOf(stripe, session) : undefined
        return { id, kind: 'trade', trade: tradeOf(session, intent, event.created * 1000) }
      }
      case 'payment_intent.payment_failed': {
        // The event names no session of ours; and the present state counts more than the earlier one.
        const {
          data: [session],
        } = await stripe.checkout.sessions.list({
          payment_intent: event.data.object.id,
          limit: 1,
          expand: ['data.payment_intent'],
        })
        if (!session?.client_reference_id) return { id, kind: 'nothing' }
        return { id, kind: 'trade', trade: tradeOf(session, intentIn(session), event.created * 1000) }
      }
      case 'refund.created':
      case 'refund.updated':
      case 'refund.failed':
      case 'charge.refund.updated': {
        const refund = refundOf(event.data.object)
        return refund ? { id, kind: 'refund', refund } : { id, kind: 'nothing' }
      }
      default:
        return { id, kind: 'nothing' }
    }
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw new ProviderUnavailable('the payment could not be asked for')
    if (error instanceof ProviderUnavailable) throw new InvalidNotification('body')
    throw error
  }
}

/** The reason of a failure is in the payment, not in the event. */
async function intentOf(
  stripe: Stripe,
  { payment_intent: intent }: Stripe.Checkout.Session,
): Promise<Stripe.PaymentIntent | undefined> {
  if (intent === null) return undefined
  return typeof intent === 'object' ? intent : stripe.paymentIntents.retrieve(intent)
}
