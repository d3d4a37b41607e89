/** WeChat Pay, version 3 of its API: a QR code on desktops, its page on phones, and a call in the page inside WeChat. */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { instantInShanghai } from '../shanghai-time.ts'
import type { WechatSettings } from '../../../../../server/payment-settings.ts'
import {
  ProviderUnavailable,
  type PayAction,
  type Provider,
  type Trade,
  type TradeRef,
  type TradeRequest,
} from '../provider-interface.ts'
import { gatewayRefundNumber, ourRefundId } from '../refund-number.ts'
import { WechatRefusal, wechatClient } from './wechat-client.ts'
import { wechatIdentity } from './wechat-identity.ts'
import { wechatNotification } from './wechat-notification.ts'
import { offersWechat, wechatProductFor, type WechatProduct } from './wechat-on-devices.ts'
import { signature } from './wechat-signing.ts'
import { refundOf, tradeOf, WrongSubject } from './wechat-states.ts'
import { CURRENCIES } from '../../../../../lib/money/currencies.ts'
import { billTable, noSum, type BillLine } from '../bill.ts'
import { fromDecimal } from '../decimal-amount.ts'

/**
 * How long the H5 page may be opened, and a QR code or a call in the page be used, ms: a little less than the gateway
 * allows.
 */
const LIFETIME: Record<WechatProduct, number> = { h5: 4 * 60_000, native: 110 * 60_000, jsapi: 110 * 60_000 }
const REPLY = {
  native: z.object({ code_url: z.string().min(1) }),
  h5: z.object({ h5_url: z.url({ protocol: /^https?$/ }) }),
  jsapi: z.object({ prepay_id: z.string().min(1) }),
}

/** Codes by which a refund was refused finally: somebody has to look. After any other code it is requested again. */
const REFUSED_REFUNDS = [
  'NOT_ENOUGH',
  'USER_ACCOUNT_ABNORMAL',
  'INVALID_REQUEST',
  'RESOURCE_NOT_EXISTS',
  'MCH_NOT_EXISTS',
  'PARAM_ERROR',
  'NO_AUTH',
  'ORDER_NOT_EXIST',
]
const UNKNOWN_ORDER = ['ORDER_NOT_EXIST', 'ORDERNOTEXIST', 'RESOURCE_NOT_EXISTS']

export function wechatProvider(settings: WechatSettings, clock: () => number): Provider {
  const client = wechatClient(settings, clock)
  const { merchantId, appId } = settings

  /** An answer that contradicts the documentation, or is about another merchant, says nothing about the money. */
  async function understood<T>(read: () => Promise<T> | T): Promise<T> {
    try {
      return await read()
    } catch (error) {
      if (error instanceof z.ZodError || error instanceof WrongSubject)
        throw new ProviderUnavailable('answer not understood', { cause: error })
      throw error
    }
  }

  async function query({ paymentId }: TradeRef): Promise<Trade | undefined> {
    try {
      const said = await client.call(
        'GET',
        `/v3/pay/transactions/out-trade-no/${encodeURIComponent(paymentId)}?mchid=${merchantId}`,
      )
      return await understood(() => {
        const trade = tradeOf(said, settings)
        if (trade.paymentId !== paymentId) throw new WrongSubject('trade')
        return trade
      })
    } catch (error) {
      if (error instanceof WechatRefusal && UNKNOWN_ORDER.includes(error.code)) return undefined
      throw unavailable(error)
    }
  }

  async function create(request: TradeRequest): Promise<{ ref: null; action: PayAction; until: number }> {
    const { paymentId, amount, subject, expiresAt, notifyUrl, returnUrl, payer } = request
    const product = wechatProductFor(payer)
    const body = {
      appid: appId,
      mchid: merchantId,
      description: subject,
      out_trade_no: paymentId,
      time_expire: instantInShanghai(expiresAt),
      notify_url: notifyUrl,
      amount: { total: amount.amount, currency: amount.currency },
      ...(product === 'jsapi' ? { payer: { openid: payer.openid } } : {}),
      scene_info: { payer_client_ip: payer.ip, ...(product === 'h5' ? { h5_info: { type: 'Wap' } } : {}) },
    }
    try {
      const said = await client.call('POST', `/v3/pay/transactions/${product}`, body)
      return await understood(() => ({
        ref: null,
        action: actionOf(product, said, returnUrl),
        until: clock() + LIFETIME[product],
      }))
    } catch (error) {
      throw unavailable(error)
    }
  }

  function actionOf(product: WechatProduct, said: unknown, returnUrl: string): PayAction {
    if (product === 'native') return { kind: 'qr', text: REPLY.native.parse(said).code_url }
    if (product === 'h5')
      return { kind: 'redirect', url: `${REPLY.h5.parse(said).h5_url}&redirect_url=${encodeURIComponent(returnUrl)}` }
    const packed = `prepay_id=${REPLY.jsapi.parse(said).prepay_id}`
    const timeStamp = String(Math.floor(clock() / 1000))
    const nonceStr = randomBytes(16).toString('hex')
    return {
      kind: 'in_page',
      parameters: {
        appId,
        timeStamp,
        nonceStr,
        package: packed,
        signType: 'RSA',
        paySign: signature(settings.privateKey, appId, timeStamp, nonceStr, packed),
      },
    }
  }

  return {
    name: 'wechat',
    methods: ['wechat'],
    sandbox: false,
    offers: (situation) => offersWechat(situation, settings),
    ...(settings.appSecret === undefined ? {} : { identity: wechatIdentity(settings, settings.appSecret) }),
    create,
    query,
    async close(trade) {
      try {
        await client.call('POST', `/v3/pay/transactions/out-trade-no/${encodeURIComponent(trade.paymentId)}/close`, {
          mchid: merchantId,
        })
      } catch (error) {
        // Already closed, already paid, or unknown: a query says which.
        if (!(error instanceof WechatRefusal)) throw error
      }
      return query(trade)
    },
    async refund({ refundId, trade, amount, paid, reason, notifyUrl }) {
      const body = {
        out_trade_no: trade.paymentId,
        out_refund_no: gatewayRefundNumber(refundId),
        reason,
        notify_url: notifyUrl,
        amount: { refund: amount.amount, total: paid.amount, currency: amount.currency },
      }
      try {
        const said = await client.call('POST', '/v3/refund/domestic/refunds', body)
        return await understood(() => refundOf(said, settings))
      } catch (error) {
        if (error instanceof WechatRefusal && REFUSED_REFUNDS.includes(error.code))
          return { refundId, ref: '', state: 'failed', amount }
        throw unavailable(error)
      }
    },
    async queryRefund({ refundId }) {
      try {
        const said = await client.call(
          'GET',
          `/v3/refund/domestic/refunds/${encodeURIComponent(gatewayRefundNumber(refundId))}`,
        )
        return await understood(() => refundOf(said, settings))
      } catch (error) {
        if (error instanceof WechatRefusal && UNKNOWN_ORDER.includes(error.code)) return undefined
        throw unavailable(error)
      }
    },
    readBill: readWechatBill,
    verifyNotification: (raw) => wechatNotification(settings, client.keys, raw),
    acknowledge: (taken) =>
      taken
        ? { status: 200, type: 'application/json', body: '{"code":"SUCCESS"}' }
        : { status: 400, type: 'application/json', body: '{"code":"FAIL","message":"refused"}' },
  }
}

const unavailable = (error: unknown): unknown =>
  error instanceof WechatRefusal
    ? new ProviderUnavailable(`answered ${error.status} ${error.code}`, { cause: error })
    : error

/**
 * WeChat Pay's bill of trades (`tradebill`, ALL): every cell begins with a mark that keeps spreadsheets from rounding
 * it.
 */
const COLUMNS = [
  '商户号',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '货币种类',
  '微信退款单号',
  '商户退款单号',
  '订单金额',
  '申请退款金额',
] as const

function readWechatBill(bytes: Uint8Array): BillLine[] {
  const { rows } = billTable(bytes, COLUMNS, (cell) => cell.replace(/^`/, ''))
  return rows.flatMap(({ line, cell }): BillLine[] => {
    const currency = CURRENCIES.find((it) => it === cell('货币种类')) ?? noSum(line)
    const sum = (name: '订单金额' | '申请退款金额') => fromDecimal(cell(name), currency) ?? noSum(line)
    if (cell('交易状态') === 'SUCCESS')
      return [{ kind: 'payment', ours: cell('商户订单号'), ref: cell('微信订单号'), amount: sum('订单金额') }]
    return [
      {
        kind: 'refund',
        ours: ourRefundId(cell('商户退款单号')),
        ref: cell('微信退款单号'),
        amount: sum('申请退款金额'),
      },
    ]
  })
}
