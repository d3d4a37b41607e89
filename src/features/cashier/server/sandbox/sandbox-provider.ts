/** The sandbox provider: the merchant's side of the sandbox gateway. It knows the gateway only over HTTP. */
import { z } from 'zod'
import { money } from '../../../../lib/money/money.ts'
import type { Deps } from '../../../../server/dependencies.ts'
import { GATEWAY_METHODS } from '../../rules/payment-methods.ts'
import {
  InvalidNotification,
  ProviderUnavailable,
  type ProviderNotification,
  type Provider,
  type RefundResult,
  type Trade,
} from '../providers/provider-interface.ts'
import { allowsMethod } from '../../rules/methods-by-browser.ts'
import { sign, verify } from '../providers/gateway-message-hmac.ts'
import { API, eventBody, NOTIFY, refundReply, tradeReply, type RefundReply, type TradeReply } from './protocol.ts'
import { gatewayConnection } from './gateway-connection.ts'

/** The key that both sides share, as an operator would copy it from a gateway's console. */
export const gatewayKey = (deps: Pick<Deps, 'seal'>): string => deps.seal.mac('sandbox-gateway', 'key')

export function sandboxProvider(deps: Deps): Provider {
  const key = gatewayKey(deps)
  const wire = gatewayConnection(deps)

  /** Calls the gateway; `undefined` for "no such object". */
  async function ask<S extends z.ZodType>(operation: string, body: object, reply: S): Promise<z.output<S> | undefined> {
    const bytes = Buffer.from(JSON.stringify(body))
    const answer = await wire(`${API}/${operation}`, bytes, sign(key, 'merchant', bytes, deps.clock()))
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw new ProviderUnavailable(`answered ${answer.status}`)
    const parsed = reply.safeParse(JSON.parse(answer.body.toString('utf8')))
    if (!parsed.success) throw new ProviderUnavailable('answer not understood')
    return parsed.data
  }

  return {
    name: 'sandbox',
    methods: GATEWAY_METHODS,
    sandbox: true,
    offers: ({ method, browser }) => allowsMethod(browser, method),
    async create({ paymentId, method, amount, subject, lang, expiresAt, returnUrl }) {
      const body = {
        merchantRef: paymentId,
        method,
        amountMinor: amount.amount,
        currency: amount.currency,
        subject,
        lang,
        expiresAt,
        returnUrl,
        notifyPath: NOTIFY,
      }
      const trade = await ask('create', body, tradeReply)
      if (!trade) throw new ProviderUnavailable('not created')
      return { ref: trade.ref, action: { kind: 'redirect', url: trade.payUrl } }
    },
    query: async ({ paymentId }) => tradeOf(await ask('query', { merchantRef: paymentId }, tradeReply)),
    close: async ({ paymentId }) => tradeOf(await ask('close', { merchantRef: paymentId }, tradeReply)),
    async refund({ refundId, trade, amount, reason }) {
      const body = {
        merchantRef: refundId,
        tradeMerchantRef: trade.paymentId,
        amountMinor: amount.amount,
        currency: amount.currency,
        reason,
      }
      const done = await ask('refund', body, refundReply)
      if (!done) throw new ProviderUnavailable('not taken')
      return refundOf(done)
    },
    async queryRefund({ refundId }) {
      const found = await ask('refund-query', { merchantRef: refundId }, refundReply)
      return found && refundOf(found)
    },
    verifyNotification({ body, headers, now }) {
      const nonce = verify(key, 'gateway', body, headers, now)
      return noticeOf(body, nonce)
    },
    acknowledge: (taken) => ({ status: taken ? 200 : 400, type: 'text/plain', body: taken ? 'success' : 'fail' }),
  }
}

function noticeOf(raw: Buffer, nonce: string): ProviderNotification {
  const event = eventBody.safeParse(parse(raw))
  if (!event.success) throw new InvalidNotification('body')
  const { id, trade, refund } = event.data
  if (trade) return { id, nonce, kind: 'trade', trade: stated(trade) }
  if (refund) return { id, nonce, kind: 'refund', refund: refundOf(refund) }
  throw new InvalidNotification('body')
}

function parse(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return undefined
  }
}

const tradeOf = (reply: TradeReply | undefined): Trade | undefined => reply && stated(reply)

function stated(reply: TradeReply): Trade {
  const base = { paymentId: reply.merchantRef, ref: reply.ref }
  switch (reply.state) {
    case 'open':
    case 'processing':
      return { ...base, state: 'pending' }
    case 'paid':
      return { ...base, state: 'succeeded', paid: money(reply.amountMinor, reply.currency), at: reply.paidAt ?? 0 }
    case 'refused':
      return { ...base, state: 'failed', failure: 'rejected' }
    case 'authorization':
      return { ...base, state: 'failed', failure: 'authorization' }
    case 'cancelled':
      return { ...base, state: 'failed', failure: 'cancelled' }
    case 'closed':
      return { ...base, state: 'failed', failure: 'expired' }
  }
}

const refundOf = (reply: RefundReply): RefundResult => ({
  refundId: reply.merchantRef,
  ref: reply.ref,
  state: reply.state === 'done' ? 'succeeded' : reply.state,
  amount: money(reply.amountMinor, reply.currency),
})
