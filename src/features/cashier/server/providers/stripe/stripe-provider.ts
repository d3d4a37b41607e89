/**
 * Stripe through its own package: Checkout, its page on every device. Cards, and Alipay, WeChat Pay and Link if the
 * account offers them.
 */
import { Stripe } from 'stripe'
import type { StripeSettings } from '../../../../../server/payment-settings.ts'
import {
  ProviderUnavailable,
  type Provider,
  type RefundResult,
  type Trade,
  type TradeRef,
} from '../provider-interface.ts'
import { stripeNotification } from './stripe-notification.ts'
import { offersStripe, stripeTypesOf } from './stripe-on-devices.ts'
import { intentIn, refundOf, tradeOf } from './stripe-states.ts'
import { money } from '../../../../../lib/money/money.ts'
import { CURRENCIES } from '../../../../../lib/money/currencies.ts'
import { billTable, noSum, type BillLine } from '../bill.ts'
import { fromDecimal } from '../decimal-amount.ts'

const TIMEOUT = 10_000
/** A session lives between half an hour and a day, ms; we close ours when its time is over. */
const SHORTEST = 31 * 60_000
const LONGEST = 23 * 3_600_000

export function stripeProvider(settings: StripeSettings, clock: () => number): Provider {
  const address = new URL(settings.apiUrl)
  const plain = address.protocol === 'http:'
  const stripe = new Stripe(settings.secretKey, {
    host: address.hostname,
    port: address.port || (plain ? 80 : 443),
    protocol: plain ? 'http' : 'https',
    timeout: TIMEOUT,
    maxNetworkRetries: 1,
    telemetry: false,
  })

  /** Calls Stripe; `undefined` for "no such object". */
  async function ask<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      return await call()
    } catch (error) {
      if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing')
        return undefined
      throw unavailable(error)
    }
  }

  async function sessionOf({ paymentId, ref }: TradeRef): Promise<Stripe.Checkout.Session | undefined> {
    // Without its reference nobody can have paid: the reference is stored before the payer is redirected.
    if (ref === null) return undefined
    const session = await ask(() => stripe.checkout.sessions.retrieve(ref, { expand: ['payment_intent'] }))
    if (session && session.client_reference_id !== paymentId)
      throw new ProviderUnavailable('another trade than was asked about')
    return session
  }

  async function query(trade: TradeRef): Promise<Trade | undefined> {
    const session = await sessionOf(trade)
    return session && tradeOf(session, intentIn(session), clock())
  }

  /**
   * The refund with our number. A school's payment may have thousands of refunds, one for each student, and Stripe
   * lists a hundred at a time.
   */
  const refundNumbered = (intent: string, refundId: string): Promise<Stripe.Refund | undefined> =>
    ask(async () => {
      for await (const refund of stripe.refunds.list({ payment_intent: intent, limit: 100 })) {
        if (refund.metadata?.refund === refundId) return refund
      }
      return undefined
    })

  async function intentOf(trade: TradeRef): Promise<string | undefined> {
    const intent = (await sessionOf(trade))?.payment_intent
    return typeof intent === 'object' ? intent?.id : intent
  }

  return {
    name: 'stripe',
    methods: ['card', 'alipay', 'wechat', 'unionpay'],
    sandbox: false,
    offers: (situation) => offersStripe(situation, settings),
    async create({ paymentId, method, amount, subject, lang, expiresAt, returnUrl }) {
      const now = clock()
      const until = Math.floor(Math.min(Math.max(expiresAt, now + SHORTEST), now + LONGEST) / 1000)
      const session = await ask(() =>
        stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: paymentId,
            metadata: { payment: paymentId },
            allowed_payment_method_types: stripeTypesOf(method, settings.methods),
            ...(method === 'wechat' ? { payment_method_options: { wechat_pay: { client: 'web' } } } : {}),
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: amount.currency.toLowerCase(),
                  unit_amount: amount.amount,
                  product_data: { name: subject },
                },
              },
            ],
            payment_intent_data: { description: subject, metadata: { payment: paymentId } },
            locale: lang === 'cn' ? 'zh' : 'en',
            expires_at: until,
            success_url: returnUrl,
            cancel_url: returnUrl,
          },
          { idempotencyKey: `${paymentId}-${until}` },
        ),
      )
      if (!session?.url) throw new ProviderUnavailable('not created')
      return { ref: session.id, action: { kind: 'redirect', url: session.url } }
    },
    query,
    async close(trade) {
      const { ref } = trade
      if (ref === null) return undefined
      try {
        await stripe.checkout.sessions.expire(ref)
      } catch (error) {
        // Already paid, already over, or unknown: a query says which.
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw unavailable(error)
      }
      return query(trade)
    },
    async refund({ refundId, trade, amount }): Promise<RefundResult> {
      const intent = await intentOf(trade)
      if (intent === undefined) throw new ProviderUnavailable('no payment to give back from')
      // Stripe remembers a request for a day only: an older one is found by its number.
      const before = await refundNumbered(intent, refundId)
      if (before) return refundOf(before) ?? { refundId, ref: before.id, state: 'pending', amount }
      try {
        const made = await stripe.refunds.create(
          {
            payment_intent: intent,
            amount: amount.amount,
            reason: 'requested_by_customer',
            metadata: { refund: refundId, payment: trade.paymentId },
          },
          { idempotencyKey: `refund-${refundId}` },
        )
        return refundOf(made) ?? { refundId, ref: made.id, state: 'pending', amount }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError)
          return { refundId, ref: '', state: 'failed', amount }
        throw unavailable(error)
      }
    },
    async queryRefund({ refundId, trade }) {
      const intent = await intentOf(trade)
      const found = intent === undefined ? undefined : await refundNumbered(intent, refundId)
      return found && refundOf(found)
    },
    readBill: readStripeBill,
    verifyNotification: (raw) => stripeNotification(stripe, settings, raw),
    acknowledge: (taken) => ({
      status: taken ? 200 : 400,
      type: 'application/json',
      body: JSON.stringify({ received: taken }),
    }),
  }
}

/** Errors of Stripe's package say nothing about the money, and their texts may quote the request. */
const unavailable = (error: unknown): unknown =>
  error instanceof Stripe.errors.StripeError
    ? new ProviderUnavailable(`answered ${error.type} ${error.statusCode ?? ''}`.trim())
    : error

/**
 * Stripe's report "Itemized balance change from activity", with the metadata of our payments and refunds. The sum that
 * its customers paid counts, not Stripe's conversion into the account's own currency.
 */
const COLUMNS = [
  'reporting_category',
  'source_id',
  'customer_facing_amount',
  'customer_facing_currency',
  'payment_metadata[payment]',
  'refund_metadata[refund]',
] as const

function readStripeBill(bytes: Uint8Array): BillLine[] {
  const { rows } = billTable(bytes, COLUMNS)
  return rows.flatMap(({ line, cell }): BillLine[] => {
    const category = cell('reporting_category')
    const kind = category === 'charge' ? 'payment' : category
    // Fees, payouts and disputes are not payments of ours.
    if (kind !== 'payment' && kind !== 'refund' && kind !== 'refund_failure') return []
    const currency = CURRENCIES.find((it) => it === cell('customer_facing_currency').toUpperCase()) ?? noSum(line)
    const amount = fromDecimal(cell('customer_facing_amount'), currency) ?? noSum(line)
    return [
      {
        kind,
        ours: cell(kind === 'payment' ? 'payment_metadata[payment]' : 'refund_metadata[refund]'),
        ref: cell('source_id'),
        amount: money(Math.abs(amount.amount), currency),
      },
    ]
  })
}
