/** Stripe's Checkout, payments, refunds and events by its public documentation, with generated secrets. */
import { createHmac } from 'node:crypto'
import {
  FakeGateway,
  json,
  nextNumber,
  type Answer,
  type Asked,
  type FakeRefund,
  type FakeTrade,
  type Message,
  type NotifyOptions,
} from '../fake-gateway.ts'

const SECRET = 'sk_test_51SelfMadeKeyOfAFake'
const SIGNING = 'whsec_SelfMadeSigningSecret'

const unknown = json(404, {
  error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' },
})
const refused = (code: string): Answer => json(400, { error: { type: 'invalid_request_error', code, message: code } })

export class FakeStripe extends FakeGateway {
  readonly name = 'stripe'
  readonly method = 'card'
  readonly failures = { refused: 'rejected', cancelled: 'cancelled', authorization: 'authorization' }
  readonly #keys = new Map<string, string>()
  /** By the merchant's number: how the last attempt on the page ended, which may be repeated. */
  readonly #declined = new Map<string, 'refused' | 'authorization'>()

  /** A card is declined on the page, which stays open. */
  decline(order: string, outcome: 'refused' | 'authorization' = 'refused'): void {
    this.trade(order)
    this.#declined.set(order, outcome)
  }

  env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: SECRET,
      STRIPE_WEBHOOK_SECRET: SIGNING,
      STRIPE_METHODS: 'card,link,alipay,wechat_pay',
      STRIPE_API_URL: this.url,
    }
  }

  #byRef(ref: string): FakeTrade | undefined {
    return [...this.trades.values()].find((it) => it.ref === ref)
  }

  #session(
    trade: FakeTrade,
    { lie = this.lie, state = trade.state }: NotifyOptions,
    expanded = false,
  ): Record<string, unknown> {
    const over = state === 'closed' || state === 'cancelled'
    const paid = state === 'paid'
    return {
      id: trade.ref,
      object: 'checkout.session',
      livemode: false,
      mode: 'payment',
      client_reference_id: lie.order ?? trade.order,
      amount_total: lie.amount ?? trade.amount,
      currency: (lie.currency ?? trade.currency).toLowerCase(),
      status: state === 'open' ? 'open' : over ? 'expired' : 'complete',
      payment_status: paid ? 'paid' : 'unpaid',
      expires_at: Math.floor(this.clock() / 1000) + 3600,
      metadata: { payment: trade.order },
      url: state === 'open' ? `https://checkout.stripe.com/c/pay/${trade.ref}` : null,
      payment_intent:
        (state === 'open' || over) && !this.#declined.has(trade.order)
          ? null
          : expanded
            ? this.#intent(trade)
            : `pi_${trade.ref}`,
    }
  }

  #intent(trade: FakeTrade): Record<string, unknown> {
    const failed = trade.state === 'open' ? this.#declined.get(trade.order) : trade.state
    const error =
      failed === 'refused'
        ? { code: 'card_declined', decline_code: 'insufficient_funds' }
        : failed === 'authorization'
          ? { code: 'payment_intent_authentication_failure' }
          : null
    return {
      id: `pi_${trade.ref}`,
      object: 'payment_intent',
      metadata: { payment: trade.order },
      status: trade.state === 'paid' ? 'succeeded' : trade.state === 'closed' ? 'canceled' : 'requires_payment_method',
      amount_received: trade.state === 'paid' ? trade.amount : 0,
      currency: trade.currency,
      last_payment_error: error,
    }
  }

  #refund(trade: FakeTrade, { number, ref, amount, state }: FakeRefund): Record<string, unknown> {
    return {
      id: ref,
      object: 'refund',
      amount,
      currency: trade.currency,
      payment_intent: `pi_${trade.ref}`,
      status: state === 'done' ? 'succeeded' : state,
      metadata: { refund: number, payment: trade.order },
    }
  }

  /** A page of the list: newest first, 100 at most. */
  #refunds(trade: FakeTrade, asked: URLSearchParams): Answer {
    const newest = trade.refunds.toReversed()
    const from = newest.findIndex(({ ref }) => ref === asked.get('starting_after')) + 1
    const page = newest.slice(from, from + Math.min(100, Number(asked.get('limit') ?? 10)))
    return json(200, {
      object: 'list',
      url: '/v1/refunds',
      data: page.map((it) => this.#refund(trade, it)),
      has_more: from + page.length < newest.length,
    })
  }

  protected answer({ method, path, headers, body }: Asked): Answer {
    if (headers.authorization !== `Bearer ${SECRET}`)
      return json(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
    const { pathname, searchParams } = new URL(path, this.url)
    const form = new URLSearchParams(body.toString())
    const at = pathname.split('/').slice(2)
    if (pathname === '/v1/checkout/sessions' && method === 'POST')
      return this.#create(form, String(headers['idempotency-key']))
    if (pathname === '/v1/checkout/sessions') {
      const found = this.#byRef((searchParams.get('payment_intent') ?? '').replace('pi_', ''))
      return json(200, {
        object: 'list',
        data: found ? [this.#session(found, {}, searchParams.has('expand[0]'))] : [],
        has_more: false,
      })
    }
    if (pathname.startsWith('/v1/checkout/sessions/')) {
      const trade = this.#byRef(at[2] ?? '')
      if (!trade) return unknown
      if (at[3] === 'expire') {
        if (trade.state !== 'open') return refused('checkout_session_not_open')
        trade.state = 'closed'
      }
      return json(200, this.#session(trade, {}, searchParams.has('expand[0]')))
    }
    const trade = this.#byRef(
      (at[0] === 'payment_intents'
        ? (at[1] ?? '')
        : (form.get('payment_intent') ?? searchParams.get('payment_intent') ?? '')
      ).replace('pi_', ''),
    )
    if (!trade) return unknown
    if (pathname.startsWith('/v1/payment_intents/')) return json(200, this.#intent(trade))
    if (pathname === '/v1/refunds' && method === 'GET') return this.#refunds(trade, searchParams)
    if (pathname === '/v1/refunds') {
      const refund = this.giveBack(trade, form.get('metadata[refund]') ?? '', Number(form.get('amount')))
      return refund ? json(200, this.#refund(trade, refund)) : refused('charge_already_refunded')
    }
    return unknown
  }

  #create(form: URLSearchParams, key: string): Answer {
    const given = form.toString()
    if (this.#keys.has(key) && this.#keys.get(key) !== given)
      return json(400, { error: { type: 'idempotency_error', message: 'Keys for idempotent requests' } })
    this.#keys.set(key, given)
    const order = form.get('client_reference_id') ?? ''
    const trade = this.open(
      order,
      Number(form.get('line_items[0][price_data][unit_amount]')),
      form.get('line_items[0][price_data][currency]') ?? '',
      form.get('allowed_payment_method_types[0]') ?? '',
    )
    this.returns.set(order, form.get('success_url') ?? '')
    trade.ref = trade.ref.startsWith('cs_') ? trade.ref : `cs_test_${trade.ref}`
    return json(200, this.#session(trade, {}))
  }

  #message(
    type: string,
    object: Record<string, unknown>,
    { id = `evt_${nextNumber()}`, at = this.clock(), lie = this.lie }: NotifyOptions,
  ): Message {
    const body = Buffer.from(
      JSON.stringify({
        id,
        object: 'event',
        api_version: '2026-01-01',
        created: Math.floor(at / 1000),
        livemode: false,
        type,
        data: { object },
        ...(lie.merchant ? { account: lie.merchant } : {}),
      }),
    )
    const time = Math.floor(at / 1000)
    const signature = createHmac('sha256', SIGNING).update(`${time}.`).update(body).digest('hex')
    return {
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${time},v1=${signature},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39`,
      },
    }
  }

  notification(order: string, options: NotifyOptions = {}): Message {
    const trade = this.trade(order)
    const state = options.state ?? trade.state
    const type =
      state === 'paid'
        ? 'completed'
        : state === 'open'
          ? 'completed'
          : state === 'cancelled' || state === 'closed'
            ? 'expired'
            : 'async_payment_failed'
    return this.#message(`checkout.session.${type}`, this.#session(trade, options), options)
  }

  /** The error of a card that was declined on the page. */
  declineNotification(order: string, options: NotifyOptions = {}): Message {
    return this.#message('payment_intent.payment_failed', this.#intent(this.trade(order)), options)
  }

  refundNotification(order: string, refund: FakeRefund, options: NotifyOptions = {}): Message {
    return this.#message(
      refund.state === 'failed' ? 'refund.failed' : 'refund.updated',
      this.#refund(this.trade(order), refund),
      options,
    )
  }
}
